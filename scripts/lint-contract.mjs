// Lints every document of the contract, and the joined one, under the rules of redocly.yaml.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { documentNames, documentPath, hasGateway, root } from './contract/documents.mjs'

const files = [...documentNames(), ...(hasGateway() ? ['gateway'] : [])].map(documentPath)
const run = spawnSync(join(root, 'node_modules', '.bin', 'redocly'), ['lint', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
process.exitCode = run.status ?? 1
