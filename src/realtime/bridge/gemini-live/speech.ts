import type { Conversation, Emit } from './conversation.js'

interface Utterance {
  readonly id: string
  readonly startMs: number
  transcript: string
  committed: boolean
}

/**
 * The user's speech. The provider has no speech events; the events that clients wait for are derived from its transcripts, answers and
 * interruptions.
 */
export class Speech {
  /** Milliseconds of audio received, and the part of them that belongs to an item. */
  #totalMs = 0
  #heardMs = 0
  #utterance: Utterance | undefined

  constructor(
    private readonly emit: Emit,
    private readonly conversation: Conversation,
    private readonly newId: (prefix: string) => string,
  ) {}

  /** Whether there is audio that belongs to no item yet. */
  get pending(): boolean {
    return this.#totalMs > this.#heardMs
  }

  /** Whether speech has begun that is no item yet. */
  get open(): boolean {
    return this.#utterance?.committed === false
  }

  append(base64: string, rate: number): void {
    const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
    this.#totalMs += (((base64.length * 3) / 4 - padding) / 2 / rate) * 1000
  }

  /** The provider has detected speech. */
  start(): void {
    if (this.open) return
    this.completeTranscript(false)
    const { id, startMs } = this.#begin()
    this.emit('input_audio_buffer.speech_started', { audio_start_ms: Math.floor(startMs), item_id: id })
  }

  /** A piece of the transcript. */
  transcript(delta: string): void {
    if (this.#utterance === undefined) this.start()
    const utterance = (this.#utterance ??= this.#begin())
    utterance.transcript += delta
    this.emit('conversation.item.input_audio_transcription.delta', { item_id: utterance.id, content_index: 0, delta })
  }

  /** The user's turn has ended and becomes an item. `detected`: by the provider. */
  commit(detected: boolean): void {
    const utterance = this.#utterance?.committed === false ? this.#utterance : this.#begin()
    utterance.committed = true
    this.#heardMs = this.#totalMs
    const { id } = utterance
    if (detected) this.emit('input_audio_buffer.speech_stopped', { audio_end_ms: Math.floor(this.#totalMs), item_id: id })
    this.emit('input_audio_buffer.committed', { previous_item_id: this.conversation.last, item_id: id })
    this.conversation.add({
      id,
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
    })
  }

  /** The transcript of this turn is complete. */
  completeTranscript(transcribed: boolean): void {
    const utterance = this.#utterance
    if (utterance?.committed !== true) return
    this.#utterance = undefined
    if (!transcribed && utterance.transcript === '') return
    this.conversation.transcribe(utterance.id, utterance.transcript.trim())
    const usage = { type: 'duration', seconds: Math.round(this.#heardMs - utterance.startMs) / 1000 }
    this.emit('conversation.item.input_audio_transcription.completed', {
      item_id: utterance.id,
      content_index: 0,
      transcript: utterance.transcript.trim(),
      usage,
    })
  }

  #begin(): Utterance {
    return (this.#utterance = { id: this.newId('item_'), startMs: this.#heardMs, transcript: '', committed: false })
  }
}
