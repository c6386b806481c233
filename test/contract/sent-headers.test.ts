// Every header of every reply is in the contract, and every header that the contract describes is sent.
import { tmpdir } from 'node:os'
import { isObject } from '../../src/json/object.js'
import { ConsoleClient, type Answer } from '../e2e/console-client.js'
import { until } from '../e2e/waiting.js'
import { Program } from '../program.js'
import { documentOf, operationsOf, resolved } from './documents.js'
import { startMockedGateway, token } from './gateway.js'
import { headersOf, sentAs, shownRequests, storeObjects, type StoredIds } from './shown-requests.js'

const document = documentOf('gateway')
const shown = shownRequests()
const operations = operationsOf(document).map(({ path, method, operation }) => ({
  path,
  method,
  id: String(operation['operationId']),
  operation,
}))
type Operation = (typeof operations)[number]

/** What HTTP itself says of a reply, of its caching and of the pages that may read it. */
const ofHttp = /^(?:date|connection|keep-alive|content-(?:type|length|encoding)|transfer-encoding|cache-control|vary|access-control-.*)$/

interface Sent {
  readonly id: string
  readonly status: number
  readonly names: readonly string[]
}

const sent: Sent[] = []
let mock: Program
let gateway: Program

beforeAll(async () => {
  mock = await Program.startIn(tmpdir(), { words: ['mock', '--port', '0'] })
  const price = { input_per_million_usd: '1', output_per_million_usd: '10' }
  const models = kinds.map((name) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up-model' }], price }))
  const settings = {
    tokens: [
      { name: 'contract', key: token },
      { name: 'slow', key: slowToken, requests_per_minute: 1, scopes: ['inference', 'admin'] },
      { name: 'spent', key: spentToken, budget_usd: '0' },
    ],
    models,
  }
  gateway = await startMockedGateway(mock.address, {}, settings)
  await exchangeAll()
}, 240_000)

afterAll(async () => {
  await gateway.stop()
  await mock.stop()
})

const slowToken = 'sk-slow'
const spentToken = 'sk-spent'

async function send({ id, path, method }: Operation, init: RequestInit, url = path): Promise<Response> {
  const reply = await fetch(gateway.address + url, { method: method.toUpperCase(), ...init })
  await reply.arrayBuffer()
  sent.push({ id, status: reply.status, names: [...reply.headers.keys()] })
  return reply
}

async function assetOfPage(): Promise<string> {
  return /start-\w+\.js/.exec(await (await fetch(`${gateway.address}/docs`)).text())?.[0] ?? ''
}

const kinds = ['openai', 'responses', 'anthropic', 'gemini', 'cohere']

async function exchangeAll(): Promise<void> {
  const ids = { ...(await storeObjects(gateway.address)), document: 'messages', version: '0.1.0', asset: await assetOfPage() }
  await sendShown(ids)
  await sendStreams(ids)
  await sendForms()
  // Its only request of this minute, which must not delete anything.
  await fetched('/v1/models', { headers: { authorization: `Bearer ${slowToken}` } })
  await Promise.all(operations.map((operation) => sendRefused(operation, ids)))
  for (const operation of operations) if (operation.method === 'get' || operation.method === 'head') await read(operation, ids)
  await readMade(ids)
  await signIn()
  // The last ones first: a team with users cannot be deleted.
  for (const operation of operations.toReversed()) if (operation.method === 'delete') await read(operation, ids)
}

/** What the contract shows, two times with the same key; the first of each operation also from models of each kind of provider. */
async function sendShown(ids: StoredIds): Promise<void> {
  const tried = new Set<string>()
  for (const request of shown) {
    const operation = operations.find(({ id }) => id === request.id)
    if (operation === undefined) continue
    const { url, body } = sentAs(request, ids)
    const headers = { ...headersOf(request.path), 'idempotency-key': `${request.id} ${request.name}` }
    for (let count = 0; count < 2; count++) await send(operation, { headers, body: JSON.stringify(body) }, url)
    if (!request.path.startsWith('/v') || tried.has(request.id)) continue
    tried.add(request.id)
    const ofKinds = kinds.map((kind) => {
      const model = `m-${kind}`
      const ofKind = isObject(body) && 'model' in body ? { ...body, model } : body
      return send(operation, { headers: headersOf(request.path), body: JSON.stringify(ofKind) }, url.replace('m-gemini', model))
    })
    await Promise.all(ofKinds)
  }
}

async function sendStreams(ids: StoredIds): Promise<void> {
  for (const id of ['createResponse', 'createCompletion', 'createImageEdit', 'createSpeech']) {
    const request = shown.find((one) => one.id === id)
    const { url, body } = sentAs(request ?? { path: '', value: {} }, ids)
    const stream = { ...(isObject(body) ? body : {}), ...(id === 'createSpeech' ? { stream_format: 'sse' } : { stream: true }) }
    await send(named(id), { headers: headersOf(url), body: JSON.stringify(stream) }, url)
  }
}

/** Each two times with the same key. */
async function sendForms(): Promise<void> {
  for (const id of ['createTranscription', 'createTranslation', 'createImageEdit'])
    for (const [kind, stream] of [
      ['openai', 'false'],
      ['openai', 'true'],
      ['gemini', 'false'],
    ]) {
      const form = new FormData()
      form.append('model', `m-${kind}`)
      form.append('stream', stream ?? '')
      form.append('prompt', 'Hello')
      form.append(id === 'createImageEdit' ? 'image' : 'file', new File([new Uint8Array([82, 73, 70, 70])], 'a.wav', { type: 'audio/wav' }))
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `${id} ${kind} ${stream}` }
      for (let count = 0; count < 2; count++) await send(named(id), { headers, body: form })
    }
}

/** Nobody's, not valid, at a provider that fails, and too often. */
async function sendRefused(operation: Operation, ids: StoredIds): Promise<void> {
  const { 'content-type': type = '', ...headers } = headersOf(operation.path)
  const request = shown.find(({ id }) => id === operation.id) ?? { path: operation.path, value: {} }
  const { url, body } = sentAs(request, ids)
  const withBody = (text: string): RequestInit => (/^p/.test(operation.method) ? { body: text } : {})
  const known = { ...headers, 'content-type': type }
  await send(operation, { headers: { 'content-type': type }, ...withBody(JSON.stringify(body)) }, url)
  if (operation.method !== 'delete') await send(operation, { headers: known, ...withBody('[') }, url)
  if (operation.path.startsWith('/api/admin/')) await send(operation, { headers: { ...known, authorization: `Bearer ${slowToken}` } }, url)
  if (!operation.path.startsWith('/v')) return
  for (const key of [slowToken, spentToken])
    await send(operation, { headers: { ...known, 'x-anywire-token': key }, ...withBody(JSON.stringify(body)) }, url)
}

/** Also as a browser reads it, and once more where it has not changed. */
async function read(operation: Operation, ids: StoredIds): Promise<void> {
  const { path } = operation
  const { url } = sentAs({ path, value: {} }, ids)
  const headers = headersOf(path)
  const reply = await send(operation, { headers }, url)
  if (operation.method === 'delete') return
  if (path.startsWith('/v1/models')) await send(operation, { headers: { ...headers, 'anthropic-version': '2023-06-01' } }, url)
  await send(operation, { headers: { accept: 'text/html' } }, url)
  const etag = reply.headers.get('etag')
  if (etag !== null) await send(operation, { headers: { ...headers, 'if-none-match': etag } }, url)
}

/** What has an id only after something was made. */
async function readMade({ conversation_id: conversation = '' }: StoredIds): Promise<void> {
  const admin = headersOf('/api/admin/tokens')
  const own = await fetched('/api/admin/tokens', { method: 'POST', headers: admin, body: '{"name":"own"}' })
  await send(named('getOwnToken'), { headers: { authorization: `Bearer ${String(own['key'])}` } })
  const items = await fetched(`/v1/conversations/${conversation}/items`, { headers: headersOf('/v1/conversations') })
  const item = `/v1/conversations/${conversation}/items/${firstOf(items)}`
  for (const id of ['getConversationItem', 'deleteConversationItem'])
    await send(named(id), { headers: headersOf('/v1/conversations') }, item)
  await until('a request is in the books', async () => {
    const record = firstOf(await fetched('/api/admin/requests', { headers: admin }))
    return record !== '' && (await send(named('getRequest'), { headers: admin }, `/api/admin/requests/${record}`)).ok
  })
  await send(named('testProvider'), { headers: admin }, '/api/admin/providers/openai/test')
}

async function fetched(path: string, init: RequestInit): Promise<Record<string, unknown>> {
  return (await (await fetch(gateway.address + path, init)).json()) as Record<string, unknown>
}

/** The id of the first object of a list. */
function firstOf({ data }: Readonly<Record<string, unknown>>): string {
  const [first] = Array.isArray(data) ? data : []
  return isObject(first) ? String(first['id'] ?? first['request_id']) : ''
}

async function signIn(): Promise<void> {
  const admin = headersOf('/api/admin/users')
  await fetched('/api/admin/users', { method: 'POST', headers: admin, body: '{"name":"grace"}' })
  const { code } = await fetched('/api/admin/users/grace/invite', { method: 'POST', headers: admin, body: '{}' })
  const browser = new ConsoleClient(gateway.address)
  const call = async (id: string, body?: unknown, path = named(id).path): Promise<Answer> => {
    const answer = await browser.send(named(id).method.toUpperCase(), path, body)
    sent.push({ id, status: answer.status, names: Object.keys(answer.headers) })
    return answer
  }
  const password = 'four words of a sentence'
  const next = `another ${password}`
  await call('readInvite', { code })
  await call('setUpAccount', { code, password })
  await call('signIn', { name: 'grace', password })
  await call('changePassword', { current_password: password, new_password: next })
  await call('getConsoleSession')
  await call('createPlaygroundToken', {})
  await call('listConsoleModels')
  const session = firstOf((await call('listSessions')).body)
  await call('endSession', undefined, `/api/console/sessions/${session}`)
  for (const end of ['signOut', 'signOutEverywhere']) {
    await call('signIn', { name: 'grace', password: next })
    await call(end, {})
  }
}

const named = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

function headersIn(id: string, status: string): Readonly<Record<string, unknown>> {
  const response = resolved(document, resolved(document, named(id).operation['responses'])[status])
  return isObject(response['headers']) ? response['headers'] : {}
}

const describedOf = (id: string, status: string): string[] => Object.keys(headersIn(id, status)).map((name) => name.toLowerCase())

/** Lists of `operation status: header header`, for a report that can be read. */
function lines(pairs: ReadonlySet<string>): string[] {
  const places = new Map<string, string[]>()
  for (const pair of pairs) {
    const [place = '', name = ''] = pair.split(': ')
    places.set(place, [...(places.get(place) ?? []), name])
  }
  return [...places].map(([place, names]) => `${place}: ${names.join(' ')}`)
}

test('every header of a reply is described', () => {
  const missing = sent.flatMap(({ id, status, names }) => {
    const known = describedOf(id, classOf(id, status))
    return names.filter((name) => !ofHttp.test(name) && !known.includes(name)).map((name) => `${id} ${status}: ${name}`)
  })
  expect(lines(new Set(missing))).toEqual([])
})

// Limits are left out: `limit-headers.test.ts` compares them for each operation.
const described = (id: string, status: string): string[] => describedOf(id, status).filter((name) => !name.includes('ratelimit'))

/** Successes that take more than a request here: a response that a provider keeps, a conversation in the playground. */
const elsewhere: ReadonlySet<string> = new Set(['cancelResponse', 'getTrace'])

test('every header that is described for a success is sent', () => {
  const tried = operations.filter(({ id }) => !elsewhere.has(id))
  const unsent = tried.flatMap(({ id, operation }) =>
    Object.keys(resolved(document, operation['responses']))
      .filter((status) => /^[23]/.test(status))
      .flatMap((status) => {
        const names = new Set(sent.filter((one) => one.id === id && classOf(id, one.status) === status).flatMap((one) => one.names))
        return described(id, status).flatMap((name) => (names.has(name) ? [] : [`${id} ${status}: ${name}`]))
      }),
  )
  expect(lines(new Set(unsent))).toEqual([])
})

test('every header that is described for a failure is sent by some operation of the style', () => {
  const sentNames = new Map<string, Set<string>>()
  for (const { id, status, names } of sent)
    for (const name of status < 400 ? [] : names) {
      const style = prefixOf(id, classOf(id, status))
      sentNames.set(style, (sentNames.get(style) ?? new Set()).add(name))
    }
  const unsent = operations.flatMap(({ id, operation }) =>
    Object.keys(resolved(document, operation['responses']))
      .filter((status) => !/^[123]/.test(status))
      .flatMap((status) => {
        const style = prefixOf(id, status)
        return described(id, status).flatMap((name) => (sentNames.get(style)?.has(name) === true ? [] : [`${style}: ${name}`]))
      }),
  )
  expect(lines(new Set(unsent))).toEqual([])
})

/** The document that a response of an operation comes from: the first word of the names of its headers. */
function prefixOf(id: string, status: string): string {
  const headers = headersIn(id, status)
  return /headers\/([A-Z][a-z]+)/.exec(JSON.stringify(headers['x-request-id'] ?? ''))?.[1] ?? ''
}

/** The key of the response that describes a status. */
function classOf(id: string, status: number): string {
  const responses = resolved(document, named(id).operation['responses'])
  const range = `${String(status)[0]}XX`
  return String(status) in responses ? String(status) : range in responses ? range : 'default'
}
