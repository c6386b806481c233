import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { clients, upstreams, type Upstream } from '../pairs.js'
import { none, type Cell, type Row } from './cells.js'
import { modelNames } from './request-cells.js'

const clientNames: Readonly<Record<ChatDialect, string>> = {
  'chat-completions': 'Chat completions',
  messages: 'Messages',
  responses: 'Responses',
  'generate-content': 'Generate content',
}
const upstreamNames: Readonly<Record<Upstream, string>> = {
  'chat-completions': 'OpenAI chat',
  messages: 'Anthropic',
  responses: 'OpenAI responses',
  'generate-content': 'Gemini',
  'cohere-chat': 'Cohere chat',
}

/** The matrix as a page: a table for each client style, with notes on what is lost or refused, and why. */
export function document(rows: readonly Row[]): string {
  return `${head(rows)}\n${clients.map((client) => section(client, rows)).join('\n')}`
}

function head(rows: readonly Row[]): string {
  const cells = rows.flatMap((row) => Object.values(row.cells)).filter((cell) => cell !== none)
  const of = (word: string): number => cells.filter((cell) => cell.startsWith(word)).length
  return `# Fidelity

What conversions between the styles of clients and providers keep, lose or refuse. \`make matrix\` writes this page and \`fidelity.json\` from
checks that it runs: each request is converted, validated against the provider's contract and read back in the provider's style; each reply
is written in the provider's style, converted, validated against the client's contract and read back in the client's style. \`make test\`
fails where a cell gets worse.

- **exact**: nothing is lost; a change of format or place is not a loss.
- **lossy**: a setting or a description is left out or approximated. The reply's \`x-anywire-conversion\` header names it, and
  \`x-anywire-strict: true\` refuses it.
- **refused**: a 400 that names the field, before anything is sent; for replies, an error in place of an answer that could be misread.
- **–**: one of the two styles does not have it.

Requests of a client in the provider's own style are not converted but relayed byte for byte; those columns show what conversion would do.
Models: ${upstreams.map((upstream) => `${upstreamNames[upstream]} \`${modelNames[upstream]}\``).join(', ')}.

${cells.length} cells: ${of('exact')} exact, ${of('lossy')} lossy, ${of('refused')} refused.
`
}

function section(client: ChatDialect, rows: readonly Row[]): string {
  const lines = [`## ${clientNames[client]} clients\n`]
  for (const group of new Set(rows.map((row) => row.group))) {
    const notes: string[] = []
    const shown = rows.filter((row) => row.group === group && upstreams.some((upstream) => cellOf(row, client, upstream) !== none))
    if (shown.length === 0) continue
    lines.push(
      `### ${group}\n`,
      `| | ${upstreams.map((upstream) => upstreamNames[upstream]).join(' | ')} |`,
      `|---|${upstreams.map(() => '---').join('|')}|`,
    )
    for (const row of shown) {
      const cells = upstreams.map((upstream) => cellOf(row, client, upstream))
      lines.push(`| ${row.name} | ${cells.map(word).join(' | ')} |`)
      for (const [index, upstream] of upstreams.entries()) {
        const cell = cells[index] ?? none
        if (cell.includes(':')) notes.push(`- ${row.name}, ${upstreamNames[upstream]}: ${cell}`)
      }
    }
    if (notes.length > 0) lines.push('', '<details><summary>What and why</summary>', '', ...notes, '', '</details>')
    lines.push('')
  }
  return lines.join('\n')
}

function cellOf(row: Row, client: ChatDialect, upstream: Upstream): Cell {
  return row.cells[`${client}>${upstream}`] ?? none
}

function word(cell: Cell): string {
  return cell.split(':', 1)[0] ?? cell
}
