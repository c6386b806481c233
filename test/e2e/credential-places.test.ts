// Several credentials in one request: the first place that has one decides. What stands in any of them is never repeated or logged.
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, rawExchange, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: Program
/** The longest that is read. */
const longest = `sk-${'a'.repeat(509)}`

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    tokens: [
      { name: 'test', key: token },
      { name: 'longest', key: longest },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

type Place = 'x-anywire-token' | 'x-api-key' | 'x-goog-api-key' | 'key' | 'authorization' | 'protocol'

/** Whether a request with these credentials, in the order of their lines, is let in. Its path and its method lead nowhere else. */
async function entered(path: string, credentials: readonly (readonly [Place, string])[]): Promise<boolean> {
  const query = credentials.flatMap(([place, value]) => (place === 'key' ? [`key=${encodeURIComponent(value)}`] : []))
  const lines = credentials.flatMap(([place, value]) => {
    if (place === 'key') return []
    if (place === 'authorization') return [`Authorization: Bearer ${value}`]
    return [place === 'protocol' ? `Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.${value}` : `${place}: ${value}`]
  })
  const socket = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Connection: Upgrade']
  const head = [
    `GET ${path}${query.length === 0 ? '' : `?${query.join('&')}`} HTTP/1.1`,
    'Host: x',
    ...(sockets.includes(path) ? socket : ['Connection: close']),
    ...lines,
  ].join('\r\n')
  const reply = await rawExchange(gateway.address, `${head}\r\n\r\n`, 5000)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1])
  // With a token there is no such operation, method or socket.
  expect([head, [200, 400, 401, 404, 405].includes(status) ? 'one of these' : status]).toEqual([head, 'one of these'])
  expect(reply).not.toMatch(/canary/i)
  return status !== 401
}

const sockets: readonly string[] = ['/v1/nowhere']
const orders: readonly (readonly [string, readonly Place[]])[] = [
  ['/v1/chat/completions', ['x-anywire-token', 'authorization']],
  ['/v1/messages', ['x-anywire-token', 'x-api-key', 'authorization']],
  ['/v1/messages/count_tokens', ['x-anywire-token', 'x-api-key', 'authorization']],
  ['/v1/responses', ['x-anywire-token', 'authorization']],
  ['/v1/models', ['x-anywire-token', 'x-api-key', 'authorization']],
  ['/v1/models', ['x-anywire-token', 'x-goog-api-key', 'authorization']],
  ['/v1/models/m:generateContent', ['x-anywire-token', 'x-goog-api-key', 'authorization']],
  ['/v1beta/models/m:generateContent', ['x-anywire-token', 'x-goog-api-key', 'key', 'authorization']],
  ['/v1beta/models', ['x-anywire-token', 'x-goog-api-key', 'key', 'authorization']],
  ['/v1/nowhere', ['x-anywire-token', 'authorization', 'protocol']],
]
const bad = 'sk-canary-wrong'

describe.each(orders)('%s reads %j in this order', (path, places) => {
  const pairs = places.flatMap((first, at) => places.slice(at + 1).map((later) => [first, later] as const))

  test.each(pairs)('%s before %s, however their lines stand', async (first, later) => {
    for (const lines of [
      [first, later],
      [later, first],
    ]) {
      const with2 = (values: Readonly<Partial<Record<Place, string>>>) =>
        entered(
          path,
          lines.map((place) => [place, values[place] ?? ''] as const),
        )
      expect(await with2({ [first]: bad, [later]: token })).toBe(false)
      expect(await with2({ [first]: token, [later]: bad })).toBe(true)
      // A place that is there and empty is the first one, too.
      expect(await with2({ [first]: '', [later]: token })).toBe(false)
    }
  })

  test('512 bytes are read, 513 are not, in every place', async () => {
    for (const place of places) {
      expect([place, await entered(path, [[place, longest]])]).toEqual([place, true])
      expect([place, await entered(path, [[place, `${longest}a`]])]).toEqual([place, false])
    }
  })

  test('two lines of one header are no token, though one of them were', async () => {
    // Two Authorization lines are a 400; subprotocols may stand on several lines, of which the first token counts.
    for (const place of places.filter((each) => each.startsWith('x-')))
      expect([
        place,
        await entered(path, [
          [place, token],
          [place, token],
        ]),
      ]).toEqual([place, false])
  })
})

const hostile = [
  ...["' OR 1=1 --canary", '"; drop table tokens; --canary', 'canary canary', 'canary,canary', '["sk-canary"]', '{"$ne":"canary"}'],
  ...['canary%00', 'canary\u00e9', '\u00ffcanary', '=canary', 'canary='.repeat(3), '${jndi:canary}', '__proto__', 'constructor'],
  ...[`canary-${'a'.repeat(600)}`, `${token}%00canary`, `${token} canary`, `Bearer ${token}canary`],
]

test.each([
  ['?key=', '/v1beta/models', 'key'],
  ['the subprotocol', '/v1/nowhere', 'protocol'],
  ['x-api-key of the models', '/v1/models', 'x-api-key'],
  ['x-goog-api-key under /v1', '/v1/models/m:generateContent', 'x-goog-api-key'],
] as const)('no hostile value is a token in %s', async (_, path, place) => {
  for (const value of hostile) expect([value, await entered(path, [[place, value]])]).toEqual([value, false])
})

test('nothing of them is in the log', async () => {
  for (const [path, places] of orders) for (const place of places) await entered(path, [[place, bad]])
  const lines = gateway.logLines().length
  await entered('/v1/models', [['authorization', token]])
  // Lines are written in order: those of the wrong tokens are there when this one is.
  while (gateway.logLines().length === lines) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(gateway.output()).not.toMatch(/canary/i)
  expect(gateway.output()).not.toContain(longest.slice(0, 20))
  expect(upstream.calls).toEqual([])
})
