// The page's configuration is that of the gateway, and its commands are run against it.
import { parse } from 'yaml'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf } from '../contract/documents.js'
import { sleep } from '../e2e/waiting.js'
import { Program } from '../program.js'
import { expectAsShown, runSnippet } from './run-snippet.js'
import { isAsShown, pageText, snippetsIn } from './snippets.js'

const environment = { ANYWIRE_TOKEN: 'sk-page', ANYWIRE_ADMIN_KEY: 'adm-page' }

let mock: RunningMock
let gateway: Program

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
  const [{ models }, { price }] = Array.from(pageText('prices.md').matchAll(/^```yaml\n([^]*?)^```$/gm), ([, yaml = '']) => parse(yaml))
  const provider = (name: string) => ({ name, kind: 'openai', base_url: `${mock.address}/v1`, api_key: 'k' })
  gateway = await Program.start({
    database: 'memory',
    admin: { key: environment.ANYWIRE_ADMIN_KEY },
    tokens: [{ name: 'page', key: environment.ANYWIRE_TOKEN }],
    providers: [provider('openai'), provider('other')],
    models: [...models, { name: 'tiered', targets: [{ provider: 'openai', model: 'gpt-x' }], price }],
    timeouts: { drain_delay_ms: 1 },
  })
}, 180_000)
afterAll(async () => {
  await gateway.stop()
  await mock.stop()
})

test.each(snippetsIn('prices.md'))(
  'prices.md, line $line',
  async (snippet) => {
    const run = (): Promise<string> => runSnippet(snippet, { shown: 'http://127.0.0.1:8787', address: gateway.address, environment })
    let printed = await run()
    // The record of the request before may be readable only after a second.
    for (let again = 0; again < 4 && !isAsShown(snippet.output ?? printed, printed); again++) {
      await sleep(500)
      printed = await run()
    }
    expectAsShown(snippet, printed)
  },
  60_000,
)
