import type { Bridge, BridgeMessages } from '../bridge.js'
import { Calls } from './calls.js'
import { ClientEvents } from './client-events.js'
import { Conversation } from './conversation.js'
import { Problem } from './problem.js'
import { ProviderSide } from './provider-side.js'
import { text } from './reading.js'
import { parseWire } from '../../../json/exact-numbers.js'
import { objectsOf, objectOf, type JsonObject } from '../../../json/object.js'
import { Response, type ResponseEnd } from './response.js'
import { firstSettings, sessionObject, type Settings } from './session.js'
import { setupMessage } from './setup.js'
import { clientAudioConverter } from './audio-format.js'
import { Speech } from './speech.js'
import { UnreportedUsage, type RealtimeUsage } from './usage.js'

export interface GeminiLiveOptions {
  /** The provider's name of the model. */
  readonly model: string
  /** The client's. */
  readonly name: string
  readonly newId: (prefix: string) => string
}

/** Translates OpenAI's realtime API to Gemini's Live API (BidiGenerateContent): https://ai.google.dev/api/live */
export class GeminiLiveBridge implements Bridge {
  settings: Settings = firstSettings
  readonly provider = new ProviderSide()
  readonly conversation: Conversation
  readonly speech: Speech
  readonly calls: Calls
  response: Response | undefined
  /** Converts the response's audio into the client's format. */
  #toClientAudio: ((data: string) => string) | undefined
  /** The response was requested and has no content yet. */
  #awaited = false
  /** The response was cancelled, but the provider's turn has not ended. */
  #discarding = false
  /** Tool calls ended a response while the provider's turn continues: its end may arrive before the answer to their results. */
  #turnContinues = false
  readonly #usage = new UnreportedUsage()
  readonly #sessionId: string
  readonly #client: ClientEvents
  readonly #toClient: string[] = []

  constructor(readonly options: GeminiLiveOptions) {
    this.#sessionId = options.newId('sess_')
    this.conversation = new Conversation(this.emit)
    this.speech = new Speech(this.emit, this.conversation, options.newId)
    this.calls = new Calls(options.newId)
    this.#client = new ClientEvents(this)
  }

  get waitingBytes(): number {
    return this.provider.waitingBytes
  }

  start(): BridgeMessages {
    this.emit('session.created', { session: this.session() })
    return this.#take()
  }

  fromClient(event: JsonObject | undefined): BridgeMessages {
    try {
      if (event === undefined) throw new Problem('The message is not a JSON object.', null, 'invalid_json')
      this.#client.handle(event)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      this.#sendError(thrown, text(event?.['event_id']) ?? null)
    }
    return this.#take()
  }

  fromProvider(message: string): BridgeMessages {
    const wire = objectOf(parseWire(message, '"functionCall'))
    if (wire === undefined) return this.#take()
    if (wire['setupComplete'] !== undefined) this.provider.ready()
    const usage = objectOf(wire['usageMetadata'])
    if (usage !== undefined) this.#usage.report(usage)
    const content = objectOf(wire['serverContent'])
    if (content !== undefined) this.#content(content)
    const toolCall = objectOf(wire['toolCall'])
    if (toolCall !== undefined) this.#toolCall(objectsOf(toolCall['functionCalls']))
    this.calls.cancel(objectOf(wire['toolCallCancellation'])?.['ids'])
    const error = objectOf(wire['error'])
    if (error !== undefined)
      this.#sendError(new Problem(text(error['message']) ?? 'The provider reported an error.', null, 'upstream_invalid'), null)
    return this.#take()
  }

  unreportedUsage(): RealtimeUsage | undefined {
    return this.#usage.takeAll()
  }

  session(): JsonObject {
    return sessionObject(this.settings, this.#sessionId, this.options.name)
  }

  setup(settings = this.settings): JsonObject {
    return setupMessage(settings, this.options.model)
  }

  readonly emit = (type: string, fields: JsonObject): void => {
    this.#toClient.push(JSON.stringify({ type, event_id: this.options.newId('event_'), ...fields }))
  }

  /** Begins a response that the client requested. */
  begin(metadata: unknown): Response {
    this.#awaited = true
    return (this.response = new Response({ ...this.#responseOptions(), metadata }))
  }

  /** Cancels the response. */
  cancel(): void {
    this.#discarding = true
    this.#end({ status: 'cancelled', reason: 'client_cancelled' })
  }

  endResponse(end: ResponseEnd): void {
    this.#end(end)
  }

  /** The provider accepts settings once: a new connection gets the new ones, and the conversation so far. */
  restart(settings: Settings, history: readonly JsonObject[]): void {
    this.settings = settings
    this.provider.restart(this.setup())
    if (history.length > 0) this.provider.send({ clientContent: { turns: history, turnComplete: false } })
    this.calls.forget()
    this.#usage.endTurn()
    this.#discarding = false
    this.#turnContinues = false
  }

  #content(content: JsonObject): void {
    const heard = text(objectOf(content['inputTranscription'])?.['text'])
    if (heard !== undefined && heard !== '' && this.settings.transcription !== null) this.speech.transcript(heard)
    for (const part of objectsOf(objectOf(content['modelTurn'])?.['parts'])) this.#part(part)
    const said = text(objectOf(content['outputTranscription'])?.['text'])
    if (said !== undefined && said !== '' && this.settings.modality === 'audio') this.#writing()?.text(said)
    if (content['interrupted'] === true) this.#interrupted()
    if (content['turnComplete'] === true) this.#turnComplete(text(content['turnCompleteReason']))
  }

  #part(part: JsonObject): void {
    // Thoughts have no place in the realtime API.
    if (part['thought'] === true) return
    const sound = text(objectOf(part['inlineData'])?.['data'])
    const words = text(part['text'])
    if (sound !== undefined && this.settings.modality === 'audio') this.#speak(sound)
    else if (words !== undefined && words !== '' && this.settings.modality === 'text') this.#writing()?.text(words)
  }

  #speak(data: string): void {
    const response = this.#writing()
    if (response === undefined) return
    this.#toClientAudio ??= clientAudioConverter(this.settings.outputFormat)
    const sound = this.#toClientAudio(data)
    if (sound !== '') response.audio(sound)
  }

  /** The response that content belongs to; content without a requested response begins one, as an answer to the user's speech. */
  #writing(): Response | undefined {
    if (this.#discarding) return undefined
    const asked = this.response !== undefined
    if (this.speech.open || (!asked && this.speech.pending)) {
      this.speech.start()
      this.speech.commit(true)
    }
    this.#awaited = false
    this.#turnContinues = false
    return (this.response ??= new Response({ ...this.#responseOptions(), metadata: null }))
  }

  #toolCall(calls: readonly JsonObject[]): void {
    const begun = calls.map((call) => this.calls.begin(call))
    const response = this.#writing()
    if (response === undefined) return
    for (const { callId, name, args } of begun) response.call(callId, name, args)
    this.#turnContinues = true
    this.#end({ status: 'completed' })
  }

  #interrupted(): void {
    if (this.response !== undefined && !this.#discarding) {
      if (this.settings.turnDetection !== null && this.speech.pending) this.speech.start()
      this.#end({ status: 'cancelled', reason: 'turn_detected' })
    }
  }

  #turnComplete(reason: string | undefined): void {
    this.#usage.endTurn()
    this.speech.completeTranscript(this.settings.transcription !== null)
    const ofEarlierTurn = this.#discarding || (this.#turnContinues && this.#awaited)
    this.#discarding = false
    this.#turnContinues = false
    if (!ofEarlierTurn && this.response !== undefined) this.#end(endOf(reason))
  }

  #end(end: ResponseEnd): void {
    const { response } = this
    this.response = undefined
    this.#toClientAudio = undefined
    this.#awaited = false
    response?.end(end, this.#usage.take())
  }

  #responseOptions(): Omit<ConstructorParameters<typeof Response>[0], 'metadata'> {
    return { emit: this.emit, conversation: this.conversation, newId: this.options.newId, modality: this.settings.modality }
  }

  #sendError({ message, param, code }: Problem, eventId: string | null): void {
    const type = code === 'upstream_invalid' ? 'api_error' : 'invalid_request_error'
    this.emit('error', { error: { type, code, message, param, event_id: eventId } })
  }

  #take(): BridgeMessages {
    return { toClient: this.#toClient.splice(0), ...this.provider.take() }
  }
}

function endOf(reason: string | undefined): ResponseEnd {
  if (reason === 'MALFORMED_FUNCTION_CALL')
    return { status: 'failed', code: 'malformed_function_call', message: 'The model wrote a tool call that cannot be parsed.' }
  if (reason === 'RESPONSE_REJECTED' || reason?.includes('PROHIBITED') === true || reason?.includes('SAFETY') === true)
    return { status: 'incomplete', reason: 'content_filter' }
  return { status: 'completed' }
}
