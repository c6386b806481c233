import type { RunningGateway } from '../../src/server/start.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds } from './gateway.js'

const id = '2512292042121000001'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { retries: { attempts: 1 } })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

async function sent(path: string, headers: Record<string, string>, body: string): Promise<string | undefined> {
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
  const said = await reply.text()
  return upstream.calls[0]?.body.toString() ?? said
}

describe('a number of 64 bits in a schema', () => {
  test.each(styles.flatMap((style) => kinds.map((kind) => [style, kind] as const)))('%s > %s', async (style, kind) => {
    const { path, headers, body } = question(style, kind, false)
    expect(await sent(path, headers, body.replace('{"type":"string"}', `{"type":"integer","const":${id}}`))).toContain(id)
  })

  test.each(kinds)('also where the contract knows the member as a number: generate-content > %s', async (kind) => {
    const { path, headers, body } = question('generate-content', kind, false)
    const typed = body.replace('parametersJsonSchema', 'parameters').replace('{"type":"string"}', `{"type":"INTEGER","minimum":${id}}`)
    expect(await sent(path, headers, typed)).toContain(id)
  })
})

test('a text in place of such a number is still refused', async () => {
  const { path, headers, body } = question('generate-content', 'openai', false)
  const wrong = body.replace('parametersJsonSchema', 'parameters').replace('{"type":"string"}', `{"minimum":"a","enum":["${id}"]}`)
  expect(await sent(path, headers, wrong)).toContain('INVALID_ARGUMENT')
})
