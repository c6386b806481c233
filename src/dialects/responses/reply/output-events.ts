import type { ResponsesOutputItem, ResponsesOutputPart } from '../../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { KeptText, type LongTexts } from '../../../exchange/kept-text.js'

/** A message whose parts are still coming. */
export interface OpenMessage {
  readonly id: string
  readonly index: number
  readonly phase: string | undefined
  readonly content: ResponsesOutputPart[]
}

/** The events of one streamed response, and the output items that they have completed so far. */
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

  /** The number of the next event. */
  get sequence(): number {
    return this.#sequence
  }

  /** The frames since the last time. */
  take(): string {
    const frames = this.#frames
    this.#frames = ''
    return frames
  }

  event(type: string, fields: object): void {
    this.#frames += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...fields })}\n\n`
  }

  /** An event that was put together before, up to its number and the end of its object. */
  preparedEvent(frame: string): void {
    this.#frames += `${frame},"sequence_number":${this.#sequence++}}\n\n`
  }

  /** Frames with numbers of their own. */
  frames(frames: string): void {
    this.#frames += frames
  }

  /** The message that is open, or a new one where none of this phase is. */
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

  /** An item that comes in one piece. */
  wholeItem(item: ResponsesOutputItem): void {
    this.closeMessage()
    const index = this.output.length
    this.event('response.output_item.added', { output_index: index, item })
    this.close(index, item)
  }
}

/** Where the next part of a message stands. */
export function nextPartPosition(message: OpenMessage) {
  return { item_id: message.id, output_index: message.index, content_index: message.content.length }
}

function messageItem(message: OpenMessage, status: string): Extract<ResponsesOutputItem, { type: 'message' }> {
  const phase = message.phase === undefined ? {} : { phase: message.phase }
  return { type: 'message', id: message.id, status, role: 'assistant', content: status === 'in_progress' ? [] : message.content, ...phase }
}
