// The fidelity matrix: `main.ts` writes docs/fidelity.md and fidelity.json; `main.ts --check` compares the committed one with the current
// code and fails where a cell is worse. The last line counts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { clients, upstreams } from '../pairs.js'
import { none, rank, type Cell, type Row } from './cells.js'
import { document } from './document.js'
import { errorCell, errorFeatures, streamErrorCell } from './error-cells.js'
import { plainCell, streamedCell } from './reply-cells.js'
import { replyFeatures } from './reply-features.js'
import { requestCell } from './request-cells.js'
import { requestFeatures } from './request-features.js'

const root = new URL('../../../', import.meta.url)
const jsonPath = fileURLToPath(new URL('fidelity.json', root))
const documentPath = fileURLToPath(new URL('docs/fidelity.md', root))

function rows(): Row[] {
  return [
    ...requestFeatures.map((feature) => rowOf(feature, (client, upstream) => requestCell(feature, client, upstream))),
    ...replyFeatures.flatMap((feature) => {
      const plain = rowOf(feature, (client, upstream) => plainCell(feature, client, upstream))
      const streamed = rowOf({ ...feature, name: `${feature.name}, streamed` }, (client, upstream) =>
        streamedCell(feature, client, upstream),
      )
      // A stream has a row of its own where it differs.
      const differs = Object.keys(plain.cells).some((pair) => plain.cells[pair] !== streamed.cells[pair])
      return differs ? [plain, streamed] : [plain]
    }),
    ...errorFeatures.map((feature) =>
      rowOf({ group: 'Failures', name: feature.name }, (client, upstream) => errorCell(feature, client, upstream)),
    ),
    rowOf({ group: 'Failures', name: 'an error inside a stream' }, streamErrorCell),
  ]
}

type Check = (client: (typeof clients)[number], upstream: (typeof upstreams)[number]) => Cell

function rowOf({ group, name }: { readonly group: string; readonly name: string }, check: Check): Row {
  const cells = clients.flatMap((client) => upstreams.map((upstream): [string, Cell] => [`${client}>${upstream}`, check(client, upstream)]))
  return { group, name, cells: Object.fromEntries(cells) }
}

const current = rows()
if (process.argv.includes('--check')) compare(current)
else {
  writeFileSync(jsonPath, `${JSON.stringify({ rows: current }, undefined, 2)}\n`)
  writeFileSync(documentPath, await format(document(current), { ...(await resolveConfig(documentPath)), parser: 'markdown' }))
  count(current)
}

function compare(now: readonly Row[]): void {
  const { rows: before } = JSON.parse(readFileSync(jsonPath, 'utf8')) as { readonly rows: readonly Row[] }
  const known = new Map(now.map((row) => [`${row.group} ${row.name}`, row]))
  let passed = 0
  let failed = 0
  for (const row of before) {
    for (const [pair, cell] of Object.entries(row.cells)) {
      const found = known.get(`${row.group} ${row.name}`)?.cells[pair] ?? none
      const [old, fresh] = [rank(cell), rank(found)]
      if (old === undefined || (fresh !== undefined && fresh >= old)) passed += old === undefined ? 0 : 1
      else {
        failed += 1
        console.log(`worse: ${pair}, ${row.group}: ${row.name}\n  was ${cell}\n  is  ${found}`)
      }
    }
  }
  const stale = JSON.stringify(before) !== JSON.stringify(now)
  if (stale && failed === 0) console.log('the matrix has changed: make matrix writes it anew')
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

function count(now: readonly Row[]): void {
  const cells = now.flatMap((row) => Object.values(row.cells)).filter((cell) => cell !== none)
  const of = (word: string): number => cells.filter((cell) => cell.startsWith(word)).length
  for (const row of now)
    for (const [pair, cell] of Object.entries(row.cells))
      if (cell.startsWith('failed')) console.log(`${pair}, ${row.group}: ${row.name}: ${cell}`)
  console.log(`${of('exact')} exact, ${of('lossy')} lossy, ${of('refused')} refused`)
  console.log(`${cells.length - of('failed')} passed, ${of('failed')} failed`)
}
