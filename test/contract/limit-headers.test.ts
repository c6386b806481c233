import { isObject, objectOf, type JsonObject } from '../../src/json/object.js'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from '../e2e/gateway.js'
import { documentOf, headersOf, operationsOf } from './documents.js'

// A request with an empty body is refused, and the one after it comes too early: both replies have the limit headers that the document
// names, and no others.

const operations = operationsOf(documentOf('gateway')).filter(
  ({ path, operation }) => path !== '/v1/realtime' && (/^\/v\d/.test(path) || takesTokens(operation)),
)

/** What the gateway serves. */
let document: JsonObject
let upstream: FakeUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const tokens = operations.flatMap((_, index) =>
    ['', '-messages'].map((style) => ({
      name: `of-${index}${style}`,
      key: `sk-${index}${style}`,
      scopes: ['inference', 'read', 'admin'],
      requests_per_minute: 1,
      tokens_per_minute: 1_000_000,
    })),
  )
  gateway = await gatewayFor(upstream, { tokens })
  document = objectOf(await (await fetch(`${gateway.address}/openapi.json?profile=validation`)).json()) ?? {}
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

test.each(operations)('$method $path says exactly the limits that its document names, where it fails, too', async ({ path, method }) => {
  const index = operations.findIndex((one) => one.path === path && one.method === method)
  const ask = async (key: string, further: Readonly<Record<string, string>>): Promise<Response> => {
    const reply = await fetch(gateway.address + path.replace(/\{[^}]+\}/g, 'none'), {
      method: method.toUpperCase(),
      headers: { 'x-anywire-token': key, 'content-type': 'application/json', ...further },
      ...(/^p/.test(method) ? { body: '{}' } : {}),
    })
    await reply.arrayBuffer()
    return reply
  }
  for (const round of [1, 2]) {
    const reply = await ask(`sk-${index}`, {})
    const documented = headersOf(document, { path, method, status: reply.status })
    const names = [...reply.headers.keys()]
    const sent = names.filter(isLimit)
    // Clients of all styles ask these, and the document names the headers of all.
    if (path.startsWith('/v1/models') && method === 'get') {
      const inMessages = await ask(`sk-${index}-messages`, { 'anthropic-version': '2023-06-01' })
      const sentInMessages = [...inMessages.headers.keys()].filter(isLimit)
      expect(sentInMessages.filter((name) => name.startsWith('x-'))).toEqual([])
      expect(sent.filter((name) => name.startsWith('anthropic-'))).toEqual([])
      sent.push(...sentInMessages.filter((name) => !sent.includes(name)))
    }
    expect(sent.sort()).toEqual(documented.filter(isLimit).sort())
    expect(sent).toContain('ratelimit-policy')
    expect(documented).toEqual(expect.arrayContaining(names.filter((name) => /^(?:retry-after|x-should-retry)$/.test(name))))
    // What a token asks about itself takes nothing from its limits.
    if (round === 2 && path !== '/api/token') expect([reply.status, names.includes('retry-after')]).toEqual([429, true])
  }
})

const isLimit = (name: string): boolean => name.includes('ratelimit')

function takesTokens({ security }: JsonObject): boolean {
  return Array.isArray(security) && security.some((one) => isObject(one) && ('tokenHeader' in one || 'bearer' in one))
}
