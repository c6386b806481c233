import type { Calls } from './calls.js'
import type { Conversation } from './conversation.js'
import { Problem } from './problem.js'
import type { ProviderSide } from './provider-side.js'
import { text } from './reading.js'
import type { Response, ResponseEnd } from './response.js'
import { defined, objectsOf, objectOf, type JsonObject } from '../../../json/object.js'
import { updated, type Settings } from './session.js'
import { rateOf, providerAudio } from './audio-format.js'
import type { Speech } from './speech.js'
import { functionResponse, historyOf, storedItem, turnOf } from './turns.js'

/** The session that the events change: the bridge. */
export interface LiveSession {
  settings: Settings
  readonly options: { readonly newId: (prefix: string) => string }
  readonly provider: ProviderSide
  readonly conversation: Conversation
  readonly speech: Speech
  readonly calls: Calls
  readonly response: Response | undefined
  readonly emit: (type: string, fields: JsonObject) => void
  /** The session object for the client. */
  session(): JsonObject
  setup(settings?: Settings): JsonObject
  begin(metadata: unknown): Response
  cancel(): void
  endResponse(end: ResponseEnd): void
  restart(settings: Settings, history: readonly JsonObject[]): void
}

type Handler = (event: JsonObject) => void

/** Handles the client's events. Throws `Problem` for what the provider cannot do. */
export class ClientEvents {
  /** Turns that are not sent to the provider yet. */
  readonly #turns: JsonObject[] = []
  readonly #unsent = new Map<string, JsonObject>()
  /** Audio is being sent whose end the client will mark. */
  #speaking = false
  /** The client has marked the end of it. */
  #spoken = false

  constructor(private readonly bridge: LiveSession) {}

  handle(event: JsonObject): void {
    const type = text(event['type']) ?? ''
    const handler = Object.hasOwn(this.#handlers, type) ? this.#handlers[type] : undefined
    if (handler === undefined) throw new Problem(`Invalid value: ${JSON.stringify(event['type'])}.`, 'type', 'invalid_event')
    handler(event)
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    'session.update': ({ session }) => {
      const { bridge } = this
      const wire = objectOf(session)
      if (wire === undefined) throw new Problem('The session is missing.', 'session')
      const settings = updated(bridge.settings, wire)
      if (bridge.provider.accepts(bridge.setup(settings))) bridge.settings = settings
      else this.#restart(settings)
      bridge.emit('session.updated', { session: bridge.session() })
    },
    'input_audio_buffer.append': ({ audio }) => {
      const { bridge } = this
      const data = text(audio)
      if (data === undefined) throw new Problem('The audio is missing.', 'audio')
      this.#sendTurns()
      const { inputFormat, turnDetection } = bridge.settings
      if (turnDetection === null && !this.#speaking) {
        this.#speaking = true
        bridge.provider.send({ realtimeInput: { activityStart: {} } })
      }
      const sound = providerAudio(data, inputFormat)
      bridge.provider.send({ realtimeInput: { audio: sound } })
      bridge.speech.append(sound.data, rateOf(inputFormat))
    },
    'input_audio_buffer.commit': () => {
      const { speech, settings, provider } = this.bridge
      if (!speech.pending) throw new Problem('There is no audio to commit.', null, 'input_audio_buffer_commit_empty')
      if (settings.turnDetection !== null) provider.send({ realtimeInput: { audioStreamEnd: true } })
      this.#spoken = true
      speech.commit(false)
    },
    'input_audio_buffer.clear': () => {
      if (this.bridge.speech.pending)
        throw new Problem('The audio has already been sent to the provider.', null, 'input_audio_buffer_clear')
      this.bridge.emit('input_audio_buffer.cleared', {})
    },
    'conversation.item.create': ({ item }) => {
      const wire = objectOf(item)
      if (wire === undefined) throw new Problem('The item is missing.', 'item')
      this.#create(wire)
    },
    'conversation.item.retrieve': (event) => {
      this.bridge.emit('conversation.item.retrieved', { item: this.#item(event) })
    },
    'conversation.item.truncate': (event) => {
      const { id } = this.#item(event)
      // The provider itself truncates an interrupted answer.
      const { content_index = 0, audio_end_ms = 0 } = event
      this.bridge.emit('conversation.item.truncated', { item_id: id, content_index, audio_end_ms })
    },
    'conversation.item.delete': (event) => {
      const id = String(this.#item(event)['id'])
      const turn = this.#unsent.get(id)
      if (turn === undefined)
        throw new Problem(
          'The provider behind this model has this item already and cannot delete it.',
          'item_id',
          'item_delete_not_possible',
        )
      this.#unsent.delete(id)
      this.#turns.splice(this.#turns.indexOf(turn), 1)
      this.bridge.conversation.remove(id)
      this.bridge.emit('conversation.item.deleted', { item_id: id })
    },
    'response.create': ({ response }) => {
      this.#respond(objectOf(response) ?? {})
    },
    'response.cancel': ({ response_id: id }) => {
      const { response } = this.bridge
      if (response === undefined || (id !== undefined && id !== response.id))
        throw new Problem('There is no such response to cancel.', null, 'response_cancel_not_active')
      this.bridge.cancel()
    },
  }

  #restart(settings: Settings): void {
    const { bridge } = this
    if (bridge.response !== undefined || this.#speaking)
      throw new Problem(
        'The provider behind this model accepts new settings between two turns only.',
        'session',
        'session_update_not_possible',
      )
    bridge.restart(settings, joined(historyOf(bridge.conversation, this.#unsent)))
  }

  #item({ item_id: id }: JsonObject): JsonObject {
    const item = this.bridge.conversation.find(text(id) ?? '')
    if (item === undefined) throw new Problem('There is no such item.', 'item_id', 'item_not_found')
    return item
  }

  #create(item: JsonObject): void {
    const { bridge } = this
    const id = text(item['id']) ?? bridge.options.newId('item_')
    if (bridge.conversation.find(id) !== undefined) throw new Problem('There is an item with this id already.', 'item.id', 'item_exists')
    if (item['type'] === 'function_call_output') this.#result(item, id)
    else this.#addTurn(id, turnOf(item, bridge.settings.inputFormat))
    bridge.conversation.add({ ...storedItem(item, id), id })
  }

  /** The result of a tool call of this session waits for `response.create`; one of an earlier session is an ordinary turn. */
  #result(item: JsonObject, id: string): void {
    const { calls, conversation } = this.bridge
    const callId = text(item['call_id']) ?? ''
    const output = text(item['output'])
    if (output === undefined) throw new Problem('The output is missing.', 'item.output')
    if (calls.answer(callId, output)) return
    const call = conversation.findCall(callId)
    if (call === undefined) throw new Problem('There is no tool call with this id.', 'item.call_id', 'invalid_tool_call_id')
    this.#addTurn(id, { role: 'user', parts: [{ functionResponse: functionResponse({ id: callId, name: call }, output) }] })
  }

  #addTurn(id: string, turn: JsonObject): void {
    this.#turns.push(turn)
    this.#unsent.set(id, turn)
  }

  #respond(wire: JsonObject): void {
    const { bridge } = this
    if (bridge.response !== undefined)
      throw new Problem('There is an active response already.', null, 'conversation_already_has_active_response')
    this.#refuse(wire)
    const { inputFormat, turnDetection } = bridge.settings
    for (const item of objectsOf(wire['input'])) this.#turns.push(turnOf(item, inputFormat))
    const instructions = text(wire['instructions'])
    if (instructions !== undefined && instructions !== '') this.#turns.push({ role: 'user', parts: [{ text: instructions }] })
    const { results, cancelled } = bridge.calls.take()
    bridge.begin(wire['metadata'])
    if (cancelled && this.#turns.length === 0) {
      bridge.endResponse({ status: 'cancelled', reason: 'turn_detected' })
      return
    }
    if (results.length > 0) {
      this.#sendTurns()
      bridge.provider.send({ toolResponse: { functionResponses: results } })
    } else if (this.#spoken && turnDetection === null) {
      this.#sendTurns()
      bridge.provider.send({ realtimeInput: { activityEnd: {} } })
      this.#speaking = false
    } else if (this.#spoken) this.#sendTurns()
    else this.#sendTurns(true)
    this.#spoken = false
  }

  /** Refuses settings of a single response that the provider does not have. */
  #refuse(wire: JsonObject): void {
    const { modality } = this.bridge.settings
    if (wire['conversation'] === 'none')
      throw new Problem('The provider behind this model has no responses outside of the conversation.', 'response.conversation')
    const modalities = wire['output_modalities'] ?? wire['modalities']
    if (Array.isArray(modalities) && modalities.includes('audio') !== (modality === 'audio'))
      throw new Problem('The provider behind this model always uses the output modalities of the session.', 'response.output_modalities')
    if (objectsOf(wire['tools']).length > 0)
      throw new Problem('The provider behind this model always uses the tools of the session.', 'response.tools')
    const choice = wire['tool_choice']
    if (choice !== undefined && choice !== 'auto')
      throw new Problem('The provider behind this model always decides itself whether to call a tool.', 'response.tool_choice')
  }

  /** Sends the waiting turns, and the set-up before the first. `complete`: the model shall answer. */
  #sendTurns(complete = false): void {
    const { provider } = this.bridge
    provider.begin(this.bridge.setup())
    this.#unsent.clear()
    const turns = this.#turns.splice(0)
    if (turns.length === 0 && !complete) return
    provider.send({ clientContent: defined({ turns: turns.length === 0 ? undefined : joined(turns), turnComplete: complete }) })
  }
}

/** Joins consecutive results into one turn. */
function joined(turns: readonly JsonObject[]): JsonObject[] {
  const all: JsonObject[] = []
  for (const turn of turns) {
    const last = all.at(-1)
    if (last !== undefined && last['role'] === turn['role'] && isResult(last) && isResult(turn))
      all[all.length - 1] = { role: turn['role'], parts: [...objectsOf(last['parts']), ...objectsOf(turn['parts'])] }
    else all.push(turn)
  }
  return all
}

function isResult(turn: JsonObject): boolean {
  return objectsOf(turn['parts']).every((part) => part['functionResponse'] !== undefined)
}
