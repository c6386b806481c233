// The page's commands in a folder of their own, the gateway started where the page starts it, with the mock as its provider.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf } from '../contract/documents.js'
import { Program } from '../program.js'
import { expectAsShown, runSnippet } from './run-snippet.js'
import { pageText, snippetsIn } from './snippets.js'

const page = 'command-line.md'
const startsAt = pageText(page).split('\n').indexOf('anywire start')
const folder = mkdtempSync(join(tmpdir(), 'anywire-page-'))

let mock: RunningMock
let gateway: Program | undefined

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
}, 180_000)
afterAll(async () => {
  await gateway?.stop()
  await mock.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each(snippetsIn(page))(
  `${page}, line $line`,
  async (snippet) => {
    const environment = { OPENAI_API_KEY: 'sk-mock', OPENAI_BASE_URL: `${mock.address}/v1`, AZURE_API_KEY: 'x', HOME: '/nonexistent' }
    if (snippet.line > startsAt) gateway ??= await Program.startIn(folder, { environment })
    const address = gateway?.address ?? 'http://127.0.0.1:8787'
    expectAsShown(snippet, await runSnippet(snippet, { shown: 'http://127.0.0.1:8787', address, environment, folder }))
  },
  60_000,
)
