// The AsyncAPI document: each event of the WebSockets is a message of its own, with schemas that are complete. The official parser reads it in
// `scripts/validate-published.mjs`.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { isObject } from '../../src/json/object.js'
import type { Program } from '../program.js'
import { documentOf, schemasOf } from '../contract/documents.js'
import { startGateway } from '../contract/gateway.js'

type Node = Readonly<Record<string, unknown>>
interface Document extends Node {
  readonly servers: Readonly<Record<string, Node>>
  readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, Node>> }>>
  readonly operations: Readonly<Record<string, { readonly messages: readonly { readonly $ref: string }[] }>>
  readonly components: { readonly schemas: Readonly<Record<string, Node>> }
}
type Made = (source: unknown, documents: ReadonlyMap<string, unknown>) => Document
const { asyncApi } = (await import(pathToFileURL('scripts/published/asyncapi.mjs').href)) as { asyncApi: Made }

const names = ['chat-completions', 'messages', 'responses', 'generate-content', 'realtime', 'media', 'models', 'platform'] as const
const contract = new Map(names.map((name) => [name as string, documentOf(name)]))
const made = asyncApi(parse(readFileSync('openapi/asyncapi/sockets.yaml', 'utf8')), contract)

test('a union of events becomes a message for each, with its example', () => {
  const ping = { type: 'object', properties: { type: { const: 'ping' } }, example: { type: 'ping' }, description: 'Hello.' }
  const other = { type: 'object', properties: { type: { type: 'string', not: { enum: ['ping'] } } } }
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const source = {
    channels: { one: { messages: { event: { payload: { $ref: '../a.yaml#/components/schemas/Event' } } } } },
    operations: { send: { messages: [{ $ref: '#/channels/one/messages/event' }] } },
    components: { schemas: {} },
  }
  const schemas = { Event: { oneOf: [to('Ping'), to('Other')] }, Ping: ping, Other: other, Unused: {} }
  expect(asyncApi(source, new Map([['a', { components: { schemas } }]]))).toEqual({
    channels: {
      one: {
        messages: {
          Ping: { name: 'ping', title: 'ping', summary: 'Hello.', payload: to('Ping'), examples: [{ payload: { type: 'ping' } }] },
          Other: { name: 'Other', title: 'Another event', payload: to('Other') },
        },
      },
    },
    operations: { send: { messages: [{ $ref: '#/channels/one/messages/Ping' }, { $ref: '#/channels/one/messages/Other' }] } },
    components: {
      schemas: {
        Event: { oneOf: [to('Ping'), to('Other')] },
        Other: other,
        Ping: { type: ping.type, properties: ping.properties, description: ping.description, examples: [ping.example] },
      },
    },
  })
})

test.each([
  ['realtime', 'receiveRealtimeEvents', 'RealtimeClientEvent', 'realtime'],
  ['realtime', 'sendRealtimeEvents', 'RealtimeServerEvent', 'realtime'],
  ['responses', 'sendResponseEvents', 'ResponsesStreamEvent', 'responses'],
] as const)('%s: %s has every event of %s, and their examples are valid', (channel, operation, union, document) => {
  const messages = made.operations[operation]?.messages.map(({ $ref }) => $ref.split('/').at(-1) ?? '') ?? []
  const { oneOf } = made.components.schemas[union] as { oneOf: { $ref: string }[] }
  expect(messages).toEqual(oneOf.map(({ $ref }) => $ref.split('/').at(-1)))
  for (const name of messages) {
    const examples = made.channels[channel]?.messages[name]?.['examples'] ?? []
    for (const { payload } of examples as { payload: unknown }[])
      expect([name, schemasOf(document).component(union)(payload)?.message]).toEqual([name, undefined])
  }
})

test('every reference leads somewhere', () => {
  const open: unknown[] = [made]
  const missing: string[] = []
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...(value as unknown[]))
    else if (isObject(value)) {
      const { $ref } = value
      if (typeof $ref === 'string' && at($ref) === undefined) missing.push($ref)
      open.push(...Object.values(value).filter((member) => member !== undefined))
    }
  }
  expect(missing).toEqual([])
})

function at(reference: string): unknown {
  let value: unknown = made
  for (const step of reference.slice(2).split('/')) value = isObject(value) ? value[step] : undefined
  return value
}

describe('served', () => {
  let gateway: Program
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:9')
  }, 60_000)
  afterAll(async () => {
    await gateway.stop()
  })

  test.each(['/asyncapi.json', '/asyncapi.yaml'])('%s has the address that was asked', async (path) => {
    const reply = await fetch(gateway.address + path)
    const document = parse(await reply.text()) as Document
    expect(document.servers['gateway']).toMatchObject({ host: new URL(gateway.address).host, protocol: 'ws' })
    expect(document.channels['realtime']).toMatchObject({ address: '/v1/realtime' })
    expect([reply.headers.get('access-control-allow-origin'), reply.headers.has('etag')]).toEqual(['*', true])
  })

  test('behind a proxy that ends TLS it is wss', async () => {
    const reply = await fetch(`${gateway.address}/asyncapi.json`, { headers: { 'x-forwarded-proto': 'https' } })
    expect(((await reply.json()) as Document).servers['gateway']).toMatchObject({ protocol: 'wss' })
  })
})
