// Lints every document of the contract, and the joined one, under the rules of redocly.yaml, and refuses properties without a description.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { descriptionProblems } from './contract/descriptions.mjs'
import { documentNames, documentPath, hasGateway, root } from './contract/documents.mjs'

const files = [...documentNames(), ...(hasGateway() ? ['gateway'] : [])].map(documentPath)
const run = spawnSync(join(root, 'node_modules', '.bin', 'redocly'), ['lint', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
const problems = descriptionProblems()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : (run.status ?? 1)
