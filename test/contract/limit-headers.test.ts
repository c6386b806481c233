import { isObject, objectOf, textOf, type JsonObject } from '../../src/json/object.js'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from '../e2e/gateway.js'
import { documentOf } from './documents.js'

// A request with an empty body is refused, and the one after it comes too early: both replies have the headers that the contract gives them.

const document = documentOf('gateway')
const methods = new Set(['get', 'post', 'delete'])
const operations = Object.entries(objectOf(document['paths']) ?? {})
  .filter(([path]) => /^\/v\d/.test(path) && path !== '/v1/realtime')
  .flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      methods.has(method) && isObject(operation) ? [{ path, method, responses: objectOf(operation['responses']) ?? {} }] : [],
    ),
  )

let upstream: FakeUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const tokens = operations.map((_, index) => ({
    name: `of-${index}`,
    key: `sk-${index}`,
    requests_per_minute: 1,
    tokens_per_minute: 1_000_000,
  }))
  gateway = await gatewayFor(upstream, { tokens })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

test.each(operations)('$method $path says its limits where it fails, too', async ({ path, method, responses }) => {
  const key = `sk-${operations.findIndex((one) => one.path === path && one.method === method)}`
  const statuses: number[] = []
  for (const _ of [1, 2]) {
    const reply = await fetch(gateway.address + path.replace(/\{[^}]+\}/g, 'none'), {
      method,
      headers: { 'x-anywire-token': key, 'content-type': 'application/json' },
      ...(method === 'post' ? { body: '{}' } : {}),
    })
    await reply.arrayBuffer()
    statuses.push(reply.status)
    const documented = headersOf(responses, reply.status)
    const sent = [...reply.headers.keys()]
    const limits = documented.filter((name) => name.includes('ratelimit'))
    expect(limits).toHaveLength(8)
    expect(sent).toEqual(expect.arrayContaining(limits))
    if (reply.status === 429) expect(sent).toContain('retry-after')
    expect(documented).toEqual(expect.arrayContaining(sent.filter((name) => /^(?:retry-after|x-should-retry)$/.test(name))))
  }
  expect(statuses[1]).toBe(429)
})

/** The headers that the contract gives the response of this status. */
function headersOf(responses: JsonObject, status: number): string[] {
  const response = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default']
  const [, shared] = /^#\/components\/responses\/(\w+)$/.exec(textOf(objectOf(response)?.['$ref']) ?? '') ?? []
  const resolved = shared === undefined ? response : objectOf(objectOf(document['components'])?.['responses'])?.[shared]
  return Object.keys(objectOf(objectOf(resolved)?.['headers']) ?? {}).map((name) => name.toLowerCase())
}
