// What the pages show is run as it stands there; only the address is another.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf } from '../contract/documents.js'
import { adminKey, startMockedGateway, token } from '../contract/gateway.js'
import { programPath, type Program } from '../program.js'
import { isAsShown, snippetsOf, type Snippet } from './snippets.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const snippets = (page: string) => snippetsOf(readFileSync(join(root, 'docs', page), 'utf8'))

let mock: RunningMock
let gateway: Program

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
  gateway = await startMockedGateway(mock.address)
}, 60_000)

afterAll(async () => {
  await gateway.stop()
  await mock.stop()
})

test.each(snippets('work-against-the-mock.md'))(
  'work-against-the-mock.md, line $line',
  async (snippet) => {
    expectAsShown(snippet, await run(snippet, 'http://127.0.0.1:8788', mock.address))
  },
  60_000,
)

test.each(snippets('use-the-specification.md'))(
  'use-the-specification.md, line $line',
  async (snippet) => {
    expectAsShown(snippet, await run(snippet, 'http://127.0.0.1:8787', gateway.address))
  },
  60_000,
)

test.each(snippets('tokens-and-budgets.md'))(
  'tokens-and-budgets.md, line $line',
  async (snippet) => {
    expectAsShown(snippet, await run(snippet, 'http://127.0.0.1:8787', gateway.address))
  },
  60_000,
)

test.each([
  ['a…c', 'abc', true],
  ['a…', 'abc', true],
  ['a…c', 'abcd', false],
  ['b…', 'abc', false],
  ['a\n…\nc', 'a\nb\nc\n', true],
])('%j shows %j: %p', (shown, text, result) => {
  expect(isAsShown(shown, text)).toBe(result)
})

function expectAsShown({ output }: Snippet, printed: string) {
  if (output !== undefined) expect({ printed, asShown: isAsShown(output, printed) }).toEqual({ printed, asShown: true })
}

/** Runs a snippet in the clone, where its packages are. The output is written with the address that the page shows. */
async function run({ language, code, line }: Snippet, shown: string, address: string): Promise<string> {
  const host = (text: string, from: string, to: string) => text.replaceAll(from.replace('http://', ''), to.replace('http://', ''))
  const text = host(code, shown, address)
  const folder = join(root, 'build', 'pages')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${line}.mjs`)
  writeFileSync(file, text)
  const [command, words] =
    language === 'js'
      ? [process.execPath, [file]]
      : ['bash', ['--norc', '-eu', '-c', `anywire() { "${process.execPath}" "${programPath}" "$@"; }\n${text}`]]
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], ANYWIRE_TOKEN: token, ANYWIRE_ADMIN_KEY: adminKey }
    execFile(command, words, { cwd: root, env, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(host(stdout, address, shown))
      else reject(new Error(`${error.message}\n${stdout}${stderr}`))
    })
  })
}
