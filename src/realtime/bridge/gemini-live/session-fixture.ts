import { readFileSync } from 'node:fs'
import { SchemaSet, type OpenApiDocument } from '../../../contract/schema/index.js'
import { append } from '../../../exchange/append.js'
import type { JsonObject } from '../../../json/object.js'
import type { Bridge, BridgeMessages } from '../bridge.js'
import { createGeminiLiveBridge } from './index.js'

const schemas = new SchemaSet(
  JSON.parse(readFileSync(new URL('../../../../openapi/dist/realtime.json', import.meta.url), 'utf8')) as OpenApiDocument,
)
const isEvent = schemas.component('RealtimeServerEvent')

export interface Said {
  readonly client: JsonObject[]
  readonly provider: JsonObject[]
  readonly restart?: boolean
}

/** A bridge for tests; every message to the client is validated against the contract. */
export class Session {
  readonly bridge: Bridge
  readonly begun: Said
  #ids = 0

  constructor(model = 'gemini-live') {
    this.bridge = createGeminiLiveBridge({ model, name: 'live', newId: (prefix) => `${prefix}${++this.#ids}` })
    this.begun = this.#read(this.bridge.start())
  }

  /** A session that the provider has confirmed. */
  static ready(settings: JsonObject = {}): Session {
    const session = new Session()
    session.client('session.update', { session: { type: 'realtime', ...settings } })
    session.client('input_audio_buffer.append', { audio: '' })
    session.provider({ setupComplete: {} })
    return session
  }

  client(type: string, fields: JsonObject = {}): Said {
    return this.#read(this.bridge.fromClient({ type, ...fields }))
  }

  say(text: string): Said {
    return this.client('conversation.item.create', { item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })
  }

  provider(...messages: JsonObject[]): Said {
    const all: Said = { client: [], provider: [] }
    for (const message of messages) {
      const { client, provider } = this.#read(this.bridge.fromProvider(JSON.stringify(message)))
      append(all.client, client)
      append(all.provider, provider)
    }
    return all
  }

  #read({ toClient, toProvider, restart = false }: BridgeMessages): Said {
    const client = toClient.map((text) => JSON.parse(text) as JsonObject)
    for (const event of client) expect({ event, problem: isEvent(event)?.message }).toEqual({ event, problem: undefined })
    return { client, provider: toProvider.map((text) => JSON.parse(text) as JsonObject), restart }
  }
}

export const types = ({ client }: Said): unknown[] => client.map(({ type }) => type)
export const event = ({ client }: Said, type: string): JsonObject | undefined => client.find((found) => found['type'] === type)
export const response = (said: Said): ReturnType<typeof JSON.parse> => event(said, 'response.done')?.['response']
export const sound = (data: string): JsonObject => ({
  serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } },
})
export const spoken = (text: string): JsonObject => ({ serverContent: { outputTranscription: { text } } })
export const heard = (text: string): JsonObject => ({ serverContent: { inputTranscription: { text } } })
export const thought = (text: string): JsonObject => ({ serverContent: { modelTurn: { parts: [{ text, thought: true }] } } })
export const written = (text: string): JsonObject => ({ serverContent: { modelTurn: { role: 'model', parts: [{ text }] } } })
export const turnComplete = { serverContent: { turnComplete: true } }
export const toolCall = (...functionCalls: JsonObject[]): JsonObject => ({ toolCall: { functionCalls } })
export const counted = (prompt: number, answer: number): JsonObject => ({
  usageMetadata: { promptTokenCount: prompt, responseTokenCount: answer, totalTokenCount: prompt + answer },
})
/** 100 ms at 24000 samples a second. */
export const tenth = Buffer.alloc(4800).toString('base64')
