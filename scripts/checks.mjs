// Runs the checks that are not tests, two at a time. The last line counts those that passed and failed.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './contract/documents.mjs'
import { sideBySide } from '../test/side-by-side.ts'

const packages = join(root, 'node_modules')
const checks = [
  { name: 'eslint', words: [join(packages, 'eslint', 'bin', 'eslint.js'), '.'] },
  { name: 'prettier', words: [join(packages, 'prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  { name: 'types', words: [join(packages, 'typescript', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
  { name: 'types of the console', words: [join(packages, 'typescript', 'bin', 'tsc'), '--noEmit', '-p', 'console'] },
  { name: 'contract lint', words: ['scripts/lint-contract.mjs'] },
  { name: 'published texts have the form of their kind', words: ['scripts/validate-published.mjs'] },
  { name: 'no client of the released contract breaks', words: ['scripts/contract-changes.mjs'] },
  { name: 'snippets of clients are those that run', words: ['scripts/clients/snippets.mjs', '--check'] },
  { name: 'generated files are current', words: ['scripts/generate.mjs', '--check'] },
  { name: 'the shipped prices are current', words: ['scripts/prices.mjs', '--check'] },
  { name: 'the tables of a new database are those of all migrations', words: ['scripts/newest-schema.mjs', '--check'] },
  { name: 'no cell of the fidelity matrix is worse', words: ['--import', 'tsx', 'test/fidelity/matrix/main.ts', '--check'] },
]

let passed = 0
let failed = 0
await sideBySide(checks, async ({ name, words }) => {
  const started = Date.now()
  const { error, stdout, stderr } = await ended(words)
  if (error === null) passed += 1
  else failed += 1
  const skipped = /^skipped: .*$/m.exec(stdout)?.[0]
  console.log(
    `${error === null ? 'ok' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)${skipped === undefined ? '' : `, ${skipped}`}`,
  )
  if (error !== null) console.log(`${stdout}${stderr}`.trimEnd())
})
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function ended(words) {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ error, stdout, stderr })
    })
  })
}
