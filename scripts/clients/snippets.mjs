// The code in docs/generate-a-client.md is copied from the programs that the tests run: `snippets.mjs` writes it again,
// `snippets.mjs --check` fails where it differs. A comment above each block names its source: `<!-- PROGRAM: SNIPPET -->`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'

const page = join(root, 'docs', 'generate-a-client.md')
const written = readFileSync(page, 'utf8')
const current = written.replace(/<!-- (clients\/\S+): (\S+) -->\n\n```(\w+)\n[\s\S]*?\n```/g, (_block, program, name, language) =>
  [`<!-- ${program}: ${name} -->`, '', `\`\`\`${language}`, snippet(program, name), '```'].join('\n'),
)
if (!process.argv.includes('--check')) writeFileSync(page, current)
else if (current !== written) {
  console.error('docs/generate-a-client.md differs from the programs in clients/: run `node scripts/clients/snippets.mjs`')
  process.exitCode = 1
}

/** The lines between `snippet: NAME` and `end` without those between `hide` and `show`, at the left margin. */
function snippet(program, name) {
  const lines = readFileSync(join(root, program), 'utf8').split('\n')
  const mark = (word) => (line) => new RegExp(`^\\s*(#|//) ${word}$`).test(line)
  const from = lines.findIndex(mark(`snippet: ${name}`))
  if (from === -1) throw new Error(`${program} has no snippet ${name}`)
  const after = lines.slice(from + 1)
  let hidden = false
  const kept = after.slice(0, after.findIndex(mark('end'))).filter((line) => {
    if (mark('hide')(line)) hidden = true
    const shown = !hidden
    if (mark('show')(line)) hidden = false
    return shown
  })
  const margin = Math.min(...kept.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)[0].length))
  return kept.map((line) => line.slice(margin)).join('\n')
}
