// Whatever both sides say, in whatever order: what the client hears is as the contract says and adds up.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { SchemaSet } from '../../../contract/schema/index.js'
import { createGeminiLiveBridge } from './index.js'

const schemas = new SchemaSet(JSON.parse(readFileSync(new URL('../../../../openapi/dist/realtime.json', import.meta.url), 'utf8')))
const isEvent = schemas.component('RealtimeServerEvent')

const message = (role: string, content: object): object => ({
  type: 'conversation.item.create',
  item: { type: 'message', role, content: [content] },
})
const fromClient: readonly object[] = [
  { type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.' } },
  { type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } },
  { type: 'session.update', session: { turn_detection: null } },
  { type: 'session.update', session: { audio: { input: { transcription: { model: 'any' } } } } },
  { type: 'session.update' },
  message('user', { type: 'input_text', text: 'Hello.' }),
  message('assistant', { type: 'output_text', text: 'Hello.' }),
  message('user', { type: 'input_image', image_url: 'https://a.test' }),
  { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'a', output: '4' } },
  { type: 'conversation.item.create', item: { id: 'mine', type: 'function_call', call_id: 'b', name: 'stop', arguments: '{' } },
  { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'b', output: '4' } },
  { type: 'conversation.item.delete', item_id: 'mine' },
  { type: 'conversation.item.retrieve', item_id: 'mine' },
  { type: 'conversation.item.truncate', item_id: 'mine', content_index: 0, audio_end_ms: 10 },
  { type: 'input_audio_buffer.append', audio: 'AAAAAAAA' },
  { type: 'input_audio_buffer.append', audio: 7 },
  { type: 'input_audio_buffer.commit' },
  { type: 'input_audio_buffer.clear' },
  { type: 'response.create' },
  {
    type: 'response.create',
    response: { instructions: 'Name it.', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }] },
  },
  { type: 'response.cancel' },
  { type: 'hello' },
]
const fromProvider: readonly object[] = [
  { setupComplete: {} },
  { serverContent: {} },
  { serverContent: { inputTranscription: { text: 'Is it?' } } },
  { serverContent: { outputTranscription: { text: 'It is.' } } },
  { serverContent: { outputTranscription: { finished: true }, generationComplete: true } },
  { serverContent: { modelTurn: { parts: [{ text: 'Let me see.', thought: true }, { text: 'Yes.' }] } } },
  { serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AAAA' } }] } } },
  { serverContent: { interrupted: true } },
  { serverContent: { turnComplete: true }, usageMetadata: { promptTokenCount: 2, responseTokenCount: 1 } },
  { serverContent: { turnComplete: true, turnCompleteReason: 'RESPONSE_REJECTED' } },
  { toolCall: { functionCalls: [{ id: 'a', name: 'stop', args: {} }, { name: 'go' }] } },
  { toolCallCancellation: { ids: ['a'] } },
  { usageMetadata: { promptTokenCount: 1, responseTokenCount: 1 } },
  { goAway: { timeLeft: '1s' } },
]

test('adds up', () => {
  const said = fc.oneof(
    fc.constantFrom(...fromClient).map((value) => ({ from: 'client', value })),
    fc.constantFrom(...fromProvider).map((value) => ({ from: 'provider', value })),
  )
  fc.assert(
    fc.property(fc.array(said, { maxLength: 40 }), (steps) => {
      let ids = 0
      const bridge = createGeminiLiveBridge({ model: 'live', name: 'live', newId: (prefix) => `${prefix}${++ids}` })
      const books = new Books(bridge.start().toClient)
      let setups = 0
      for (const { from, value } of steps) {
        const { toClient, toProvider, restart } =
          from === 'client' ? bridge.fromClient({ ...value }) : bridge.fromProvider(JSON.stringify(value))
        books.hear(toClient)
        if (restart === true) setups = 0
        for (const text of toProvider) if (text.startsWith('{"setup"')) expect(++setups).toBe(1)
      }
    }),
    { numRuns: 1500 },
  )
})

/** Follows a client's view: what is open is closed once, in its response, and nothing comes for what is not open. */
class Books {
  #response: string | undefined
  readonly #items = new Set<string>()
  readonly #outputs = new Set<number>()
  #words = ''

  constructor(first: readonly string[]) {
    this.hear(first)
  }

  hear(messages: readonly string[]): void {
    for (const text of messages) {
      const event = JSON.parse(text)
      const problem = isEvent(event)?.message
      if (problem !== undefined) throw new Error(`${problem}: ${text}`)
      this.#hear(event)
    }
  }

  #hear(event: ReturnType<typeof JSON.parse>): void {
    if (event.response_id !== undefined) expect(event.response_id).toBe(this.#response)
    switch (event.type) {
      case 'response.created':
        expect(this.#response).toBeUndefined()
        this.#response = event.response.id
        break
      case 'response.done':
        expect(event.response.id).toBe(this.#response)
        expect(this.#outputs.size).toBe(0)
        this.#response = undefined
        break
      case 'response.output_item.added':
        this.#outputs.add(event.output_index)
        this.#words = ''
        break
      case 'response.output_item.done':
        expect(this.#outputs.delete(event.output_index)).toBe(true)
        break
      case 'conversation.item.added':
        expect(this.#items.has(event.item.id)).toBe(false)
        this.#items.add(event.item.id)
        break
      case 'conversation.item.deleted':
        this.#items.delete(event.item_id)
        break
      case 'conversation.item.done':
        expect(this.#items.has(event.item.id)).toBe(true)
        break
      case 'response.output_text.delta':
      case 'response.output_audio_transcript.delta':
        this.#words += event.delta
        break
      case 'response.output_text.done':
        expect(event.text).toBe(this.#words)
        break
      case 'response.output_audio_transcript.done':
        expect(event.transcript).toBe(this.#words)
    }
  }
}
