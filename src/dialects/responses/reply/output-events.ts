import type { ResponsesOutputItem, ResponsesOutputPart } from '../../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { KeptText, type LongTexts } from '../../../exchange/kept-text.js'

/** A message that has not ended. */
export interface OpenMessage {
  readonly id: string
  readonly index: number
  readonly phase: string | undefined
  readonly content: ResponsesOutputPart[]
}

/** Writes the events of a streamed response, and collects the output items that have ended. */
export class OutputEvents {
  readonly output: ResponsesOutputItem[] = []
  #frames = ''
  #sequence = 0
  #message: OpenMessage | undefined

  readonly newId: (prefix: string) => string
  readonly #texts: LongTexts | undefined

  constructor({ newId, texts }: Pick<ReplyContext, 'newId' | 'texts'>) {
    this.newId = newId
    this.#texts = texts
  }

  /** For a text that the last events repeat. */
  keptText(): KeptText {
    return new KeptText(this.#texts)
  }

  /** The sequence number of the next event. */
  get sequence(): number {
    return this.#sequence
  }

  /** Returns the frames since the last call. */
  take(): string {
    const frames = this.#frames
    this.#frames = ''
    return frames
  }

  event(type: string, fields: object): void {
    this.#frames += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...fields })}\n\n`
  }

  /** Writes an event from its frame, which lacks the sequence number and the end of its object. */
  preparedEvent(frame: string): void {
    this.#frames += `${frame},"sequence_number":${this.#sequence++}}\n\n`
  }

  /** Writes frames that have their sequence numbers. */
  frames(frames: string): void {
    this.#frames += frames
  }

  /** The open message, where it has this phase; otherwise a new one. */
  message(phase: string | undefined): OpenMessage {
    if (this.#message !== undefined && this.#message.phase === phase) return this.#message
    this.closeMessage()
    const message: OpenMessage = { id: this.newId('msg_'), index: this.output.length, phase, content: [] }
    this.#message = message
    this.event('response.output_item.added', { output_index: message.index, item: messageItem(message, 'in_progress') })
    return message
  }

  closeMessage(status: 'completed' | 'incomplete' = 'completed'): void {
    const message = this.#message
    if (message === undefined) return
    this.#message = undefined
    this.close(message.index, messageItem(message, status))
  }

  close(index: number, item: ResponsesOutputItem): void {
    this.event('response.output_item.done', { output_index: index, item })
    this.output.push(item)
  }

  /** Writes the events of an item that is complete at its start. */
  wholeItem(item: ResponsesOutputItem): void {
    this.closeMessage()
    const index = this.output.length
    this.event('response.output_item.added', { output_index: index, item })
    this.close(index, item)
  }
}

/** The position of the next part of a message, as events have it. */
export function nextPartPosition(message: OpenMessage) {
  return { item_id: message.id, output_index: message.index, content_index: message.content.length }
}

function messageItem(message: OpenMessage, status: string): Extract<ResponsesOutputItem, { type: 'message' }> {
  const phase = message.phase === undefined ? {} : { phase: message.phase }
  return { type: 'message', id: message.id, status, role: 'assistant', content: status === 'in_progress' ? [] : message.content, ...phase }
}
