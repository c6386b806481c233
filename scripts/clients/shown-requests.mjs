// Runs the code that `anywire snippet` prints with the vendors' own libraries, which are installed in the working directory:
// `shown-requests.mjs LANGUAGE PROGRAM --base ADDRESS --token KEY --upstream-port N`. The last line counts.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../contract/documents.mjs'
import { chatDialects } from '../../src/exchange/dialect-name.ts'

const options = { base: { type: 'string' }, token: { type: 'string' }, 'upstream-port': { type: 'string' } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [language, program] = positionals
const { base, token, 'upstream-port': port } = values
const ending = { node: 'mjs', python: 'py' }[language]
const text = 'it\'s "$HOME" \\ \n 😀'

const upstream = spawn(process.execPath, ['upstream.mjs', '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] })
await once(upstream.stdout, 'data')
let passed = 0
let failed = 0
for (const style of chatDialects)
  for (const stream of [[], ['--stream']]) {
    const words = ['snippet', 'm-openai', text, '--style', style, '--lang', language, '--url', base, ...stream]
    const { stdout: code } = spawnSync(process.execPath, [join(root, 'dist', 'main.js'), ...words], { encoding: 'utf8' })
    const file = `shown-${style}${stream.join('')}.${ending}`
    writeFileSync(file, code)
    const env = { ...process.env, ANYWIRE_TOKEN: token }
    const { status, stdout, stderr } = spawnSync(program, [file], { env, encoding: 'utf8', timeout: 60_000 })
    const good = status === 0 && stdout.trim() !== ''
    if (good) passed += 1
    else failed += 1
    console.log(`${good ? 'ok    ' : 'FAILED'}  ${language} ${style} ${stream.join('')}`)
    if (!good) console.log(`${code}\n${stdout}${stderr}`)
  }
upstream.kill()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
