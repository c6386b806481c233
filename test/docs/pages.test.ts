// What the pages show is run as it stands there; only the address is another.
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf } from '../contract/documents.js'
import { adminKey, startMockedGateway, token } from '../contract/gateway.js'
import type { Program } from '../program.js'
import { expectAsShown, runSnippet } from './run-snippet.js'
import { isAsShown, snippetsIn } from './snippets.js'

const environment = { ANYWIRE_TOKEN: token, ANYWIRE_ADMIN_KEY: adminKey }

let mock: RunningMock
let gateway: Program

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
  gateway = await startMockedGateway(mock.address)
}, 180_000)

afterAll(async () => {
  await gateway.stop()
  await mock.stop()
})

test.each(snippetsIn('work-against-the-mock.md'))(
  'work-against-the-mock.md, line $line',
  async (snippet) => {
    expectAsShown(snippet, await runSnippet(snippet, { shown: 'http://127.0.0.1:8788', address: mock.address, environment }))
  },
  60_000,
)

describe.each(['use-the-specification.md', 'tokens-and-budgets.md', 'usage-and-records.md', 'providers-and-models.md'])('%s', (page) => {
  test.each(snippetsIn(page))(
    'line $line',
    async (snippet) => {
      expectAsShown(snippet, await runSnippet(snippet, { shown: 'http://127.0.0.1:8787', address: gateway.address, environment }))
    },
    60_000,
  )
})

test.each([
  ['a…c', 'abc', true],
  ['a  b', 'a     b', true],
  ['a…', 'abc', true],
  ['a…c', 'abcd', false],
  ['b…', 'abc', false],
  ['a\n…\nc', 'a\nb\nc\n', true],
])('%j shows %j: %p', (shown, text, result) => {
  expect(isAsShown(shown, text)).toBe(result)
})
