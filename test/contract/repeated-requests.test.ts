// Every operation that has `Idempotency-Key` in the contract answers the same request with the same reply; every other one ignores the header.
import { isObject } from '../../src/json/object.js'
import type { Program } from '../program.js'
import { documentOf, operationsOf, resolved } from './documents.js'
import { startGateway, token } from './gateway.js'
import { headersOf, sentAs, shownRequests, storeObjects, type StoredIds } from './shown-requests.js'
import { ContractUpstream } from './upstream.js'

let upstream: ContractUpstream
let gateway: Program
let ids: StoredIds

beforeAll(async () => {
  upstream = await ContractUpstream.start()
  gateway = await startGateway(upstream.address)
  upstream.answerWith()
  ids = await storeObjects(gateway.address)
}, 180_000)

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const document = documentOf('gateway')
const posts = operationsOf(document)
  .filter(({ method, path }) => method === 'post' && /^\/v\d/.test(path))
  .map(({ path, method, operation }) => {
    const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
    const promised = parameters.some((parameter) => resolved(document, parameter)['name'] === 'Idempotency-Key')
    return { path, method, id: String(operation['operationId']), promised, operation }
  })

/** Operations whose only body is a form. */
const forms: ReadonlySet<string> = new Set(['createTranscription', 'createTranslation'])

/** Why the contract does not promise the header. */
const withoutKey: Readonly<Record<string, string>> = {
  streamGenerateContent: 'a stream',
  streamGenerateContentV1: 'a stream',
  createRealtimeClientSecret: 'its reply is a secret, which is not kept',
  cancelResponse: 'has no body; cancelling again changes nothing',
}

test('every POST of the styles has the header, or a reason not to', () => {
  expect(
    posts
      .filter(({ promised }) => !promised)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(withoutKey).sort())
})

test('the replies that may be one of an earlier request say so in the contract', () => {
  const saying = posts.filter(({ operation }) => {
    const success = resolved(document, resolved(document, operation['responses'])['200'])
    return isObject(success['headers']) && 'idempotent-replayed' in success['headers']
  })
  expect(saying.map(({ id }) => id)).toEqual(posts.filter(({ promised }) => promised).map(({ id }) => id))
})

interface Answer {
  readonly status: number
  readonly type: string | null
  readonly replayed: string | null
  readonly body: string
  readonly calls: number
}

/** Sends the first request that the contract shows of an operation. */
async function ask(path: string, key: string): Promise<Answer> {
  const request = shown.find((one) => one.path === path && !isStream(one.value)) ?? { path, value: {} }
  const { url, body } = sentAs(request, ids)
  upstream.answerWith()
  const reply = await fetch(gateway.address + url, {
    method: 'POST',
    headers: { ...headersOf(path), 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return answerOf(reply)
}

async function answerOf(reply: Response): Promise<Answer> {
  const body = Buffer.from(await reply.arrayBuffer()).toString('base64')
  const { status, headers } = reply
  return { status, type: headers.get('content-type'), replayed: headers.get('idempotent-replayed'), body, calls: upstream.calls.length }
}

const shown = shownRequests()
const isStream = (value: unknown): boolean => isObject(value) && value['stream'] === true

test.each(posts.filter(({ promised, id }) => promised && !forms.has(id)))(
  '$id: the same request with the same key gets the same reply',
  async ({ id, path }) => {
    const first = await ask(path, `key-of-${id}`)
    expect({ status: first.status, replayed: first.replayed }).toEqual({ status: 200, replayed: null })
    expect(await ask(path, `key-of-${id}`)).toEqual({ ...first, replayed: 'true', calls: 0 })
  },
)

test.each(['createRealtimeClientSecret', 'streamGenerateContent', 'streamGenerateContentV1'])('%s: runs again', async (id) => {
  const path = posts.find((one) => one.id === id)?.path ?? ''
  const first = await ask(path, `key-of-${id}`)
  const second = await ask(path, `key-of-${id}`)
  expect([first, second].map(({ status, replayed }) => [status, replayed])).toEqual([
    [200, null],
    [200, null],
  ])
  expect(second.calls).toBe(first.calls)
  // A secret that was given once is never given again.
  if (id === 'createRealtimeClientSecret') expect(second.body).not.toBe(first.body)
})

test.each([...forms])('%s: the same form with the same key gets the same reply', async (id) => {
  const path = posts.find((one) => one.id === id)?.path ?? ''
  const send = async (): Promise<Answer> => {
    upstream.answerWith()
    const form = new FormData()
    form.append('model', 'm-openai')
    form.append('file', new File([new Uint8Array([82, 73, 70, 70])], 'a.wav', { type: 'audio/wav' }))
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `key-of-${id}` }
    return answerOf(await fetch(gateway.address + path, { method: 'POST', headers, body: form }))
  }
  const first = await send()
  expect(first).toMatchObject({ status: 200, replayed: null, calls: 1 })
  expect(await send()).toEqual({ ...first, replayed: 'true', calls: 0 })
})
