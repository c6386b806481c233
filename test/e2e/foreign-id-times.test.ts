// Another owner's id is answered in the time of one that never existed, too.
import { mediansApart } from './medians-apart.js'
import { OneConnection } from './one-connection.js'
import { RememberingUpstream } from './remembering-upstream.js'
import { TwoOwners } from './two-owners.js'

const upstream = new RememberingUpstream()
const owners = new TwoOwners(upstream)
let connection: OneConnection
/** Of objects that Ada made. */
let response: string
let conversation: string
let completion: string

beforeAll(async () => {
  await upstream.start()
  await owners.start()
  response = (await owners.call('POST', '/v1/responses', { model: 'm-openai', input: 'Mine.' })).body.id
  conversation = (await owners.call('POST', '/v1/conversations', { items: [{ role: 'user', content: 'Mine.' }] })).body.id
  const chat = { model: 'm-openai', store: true, messages: [{ role: 'user', content: 'Mine.' }] }
  completion = (await owners.call('POST', '/v1/chat/completions', chat)).body.id
  connection = new OneConnection(owners.address)
})
afterAll(async () => {
  connection.close()
  await owners.stop()
  await upstream.stop()
})

const headers = { authorization: 'Bearer sk-bob', 'content-type': 'application/json' }

const unknown = (id: string): string => `${id.slice(0, -8)}00000000`

test.each<[string, () => string, number, (id: string) => [path: string, body?: object]]>([
  ['a response', () => response, 404, (id) => [`/v1/responses/${id}`]],
  ['the response before', () => response, 400, (id) => ['/v1/responses', { model: 'm-openai', input: 'x', previous_response_id: id }]],
  ['a conversation', () => conversation, 404, (id) => [`/v1/conversations/${id}`]],
  [
    'the conversation of a response',
    () => conversation,
    400,
    (id) => ['/v1/responses', { model: 'm-openai', input: 'x', conversation: id }],
  ],
  ['a stored completion', () => completion, 404, (id) => [`/v1/chat/completions/${id}`]],
])(
  '%s of another owner',
  async (_, idOf, status, requestFor) => {
    const ask = (id: string) => {
      const [path, body] = requestFor(id)
      return connection.ask(
        path,
        { method: body === undefined ? 'GET' : 'POST', headers },
        body === undefined ? undefined : JSON.stringify(body),
      )
    }
    const id = idOf()
    const [foreign, absent] = [await ask(id), await ask(unknown(id))]
    expect([foreign.status, absent.status]).toEqual([status, status])
    expect(foreign.body.replaceAll(id, unknown(id))).toBe(absent.body)
    const apart = await mediansApart(
      () => ask(id),
      () => ask(unknown(id)),
      { timings: 700, enough: 0.05 },
    )
    expect(apart).toBeLessThan(0.05)
  },
  60_000,
)
