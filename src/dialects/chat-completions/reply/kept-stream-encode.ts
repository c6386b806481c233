import type { ReplyContext } from '../../../exchange/context.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { JsonObject } from '../../../json/object.js'
import type { StreamEncoder } from '../../dialect.js'
import { ChunkAssembler } from './chunk-assembler.js'
import { ChatStreamEncoder } from './stream-encode.js'

/** Most characters of the frames of a stream whose whole reply is kept. */
export const mostKeptLength = 8 * 1024 * 1024

/** Encodes a stream and tells the whole reply at its end. */
export class KeptChatStreamEncoder implements StreamEncoder {
  readonly #encoder: ChatStreamEncoder
  readonly #assembler = new ChunkAssembler(mostKeptLength)

  constructor(
    context: ReplyContext,
    private readonly onWholeReply: (reply: JsonObject) => void,
  ) {
    this.#encoder = new ChatStreamEncoder(context)
  }

  write(parts: readonly StreamPart[]): string {
    const frames = this.#encoder.write(parts)
    for (const frame of frames.split('\n\n')) {
      if (frame === 'data: [DONE]') {
        const whole = this.#assembler.whole()
        if (whole !== undefined) this.onWholeReply(whole)
      } else if (frame.startsWith('data: ')) this.#assembler.push(frame.slice('data: '.length))
    }
    return frames
  }
}
