import { endedEarly } from '../../exchange/end-reason.js'
import type { StreamDecoder, StreamEncoder } from '../../dialects/dialect.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import { StreamCheck } from '../../exchange/stream-check.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../exchange/usage.js'
import { inTurns, ownTurn } from '../own-turn.js'
import type { BodyMemory } from '../upstream/collected-bytes.js'
import { isParsable, tooManyValues } from '../upstream/reply-bounds.js'
import { EventStreamReader } from './event-stream-reader.js'
import { areLong, FrameFailure, uncut, type Frame, type FrameBatch, type FrameReader } from './frame-reader.js'
import { JoinedOutput } from './joined-output.js'
import type { StreamOutput } from './long-output.js'
import { inShortDeltas } from './long-parts.js'
import type { SpooledTexts } from './spooled-texts.js'
import { failed, nothing, type Piped, type PipeOutput, type ReplyPipe } from './stream-pipe.js'
import { replyTooLong, WholeBody } from './whole-body.js'

export interface TranslationPipeOptions {
  readonly decoder: StreamDecoder
  readonly encoder: StreamEncoder
  /** Where the encoder keeps long texts. */
  readonly texts?: SpooledTexts
  readonly frameLimit: number
  /** Most bytes of all frames together, since decoders and encoders keep state. */
  readonly streamLimit: number
  /** Takes the memory of large frames and of a whole reply. */
  readonly memory?: BodyMemory
  /** The frame reader; absent: that of `text/event-stream`. */
  readonly reader?: FrameReader
  /** The parts of a whole reply of JSON in place of a stream; absent: such a body is no stream. Throws, or rejects with, `GatewayFailure`. */
  readonly partsOfBody?: (body: Buffer) => PlayedParts | Promise<PlayedParts>
  /** The usage that the client is shown at the end of the stream, in place of what the provider reported. */
  readonly finalUsage?: () => Usage | undefined
  /** Gets every part, for proofs and stored replies. */
  readonly observe?: (part: StreamPart) => void
}

type PlayedParts = readonly StreamPart[]

const tooLong: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway translates." }

/** As the encoder wrote it. */
interface Translated extends PipeOutput {
  readonly output: string
}

/** Two dialects: frames are decoded into parts, parts encoded into the client's frames; one write for one read. */
export class TranslationPipe implements ReplyPipe {
  usage: Usage | undefined
  contentBytes = 0
  readonly #reader: FrameReader
  readonly #check = new StreamCheck()
  readonly #whole: WholeBody | undefined
  #received = 0

  constructor(private readonly options: TranslationPipeOptions) {
    this.#reader = options.reader ?? new EventStreamReader(options.frameLimit, options.memory)
    this.#whole = options.partsOfBody === undefined ? undefined : new WholeBody(options.frameLimit, options.memory)
  }

  push(chunk: Buffer): Piped {
    this.#received += chunk.length
    if (this.#received > this.options.streamLimit) return failed(tooLong)
    if (this.#whole?.catches(chunk) === true) {
      const { failure } = this.#whole
      return failure === undefined ? nothing : failed(failure)
    }
    try {
      const { frames } = this.#reader.push(chunk)
      return areLong(frames) ? this.#translateInTurns(frames) : this.#expand(this.#translate(frames))
    } catch (error) {
      if (error instanceof FrameFailure) return failed(error.error)
      throw error
    }
  }

  end(): Piped {
    const body = this.#whole?.take()
    if (body !== undefined) return this.play(body)
    const batch = this.#reader.end()
    return areLong(batch.frames) ? this.#endInTurns(batch) : this.#expand(this.#endOfStream(batch))
  }

  play(body: Buffer): Piped {
    if (body.length > this.options.frameLimit) return failed(replyTooLong)
    try {
      const parts = this.options.partsOfBody?.(body) ?? []
      return parts instanceof Promise ? this.#playInTurns(parts) : this.#expand(this.#emit(parts))
    } catch (error) {
      if (error instanceof GatewayFailure) return failed(error.error)
      throw error
    }
  }

  failure(error: GatewayError): StreamOutput {
    const output = this.options.encoder.write([{ type: 'error', error }])
    return this.options.texts?.expand(output) ?? output
  }

  #expand(translated: Translated): PipeOutput {
    const { output } = translated
    const expanded = this.options.texts?.expand(output) ?? output
    return expanded === output ? translated : { ...translated, output: expanded }
  }

  #endOfStream(batch: FrameBatch): Translated {
    const last = this.#translate(uncut(batch))
    if (last.ended !== undefined) return last
    const rest = this.#emit(this.options.decoder.end())
    return { output: last.output + rest.output, content: last.content || rest.content, ended: rest.ended ?? endedEarly }
  }

  async #endInTurns(batch: FrameBatch): Promise<PipeOutput> {
    await ownTurn()
    const frames = uncut(batch)
    const translation = new JoinedOutput()
    await this.#takeFrames(frames, translation)
    if (translation.ended === undefined) await this.#takeParts(this.options.decoder.end(), translation)
    translation.ended ??= endedEarly
    return translation.take()
  }

  async #translateInTurns(frames: readonly Frame[]): Promise<PipeOutput> {
    const translation = new JoinedOutput()
    await this.#takeFrames(frames, translation)
    return translation.take()
  }

  async #playInTurns(parts: Promise<PlayedParts>): Promise<PipeOutput> {
    const translation = new JoinedOutput()
    try {
      await this.#takeParts(await parts, translation)
    } catch (error) {
      if (error instanceof GatewayFailure) return failed(error.error)
      throw error
    }
    return translation.take()
  }

  async #takeFrames(frames: readonly Frame[], translation: JoinedOutput): Promise<void> {
    for (const frame of frames) {
      await ownTurn()
      if (!isParsable(frame.data)) translation.ended = tooManyValues
      if (translation.ended !== undefined) return
      if (areLong([frame])) await ownTurn()
      await this.#takeParts(this.options.decoder.push(frame), translation)
    }
  }

  async #takeParts(decoded: readonly StreamPart[], translation: JoinedOutput): Promise<void> {
    const parts = inShortDeltas(decoded)
    await inTurns(() => {
      const next = parts.next()
      if (next.done === true) return true
      translation.add(this.#expand(this.#emit([next.value])))
      return translation.ended !== undefined
    })
  }

  #translate(frames: readonly Frame[]): Translated {
    if (frames.length === 0) return nothing
    if (!frames.every((frame) => isParsable(frame.data))) return failed(tooManyValues)
    if (frames.length === 1 && frames[0] !== undefined) return this.#emit(this.options.decoder.push(frames[0]))
    const parts: StreamPart[] = []
    for (const frame of frames) for (const part of this.options.decoder.push(frame)) parts.push(part)
    return this.#emit(parts)
  }

  #withFinalUsage(parts: readonly StreamPart[]): readonly StreamPart[] {
    const usage = this.options.finalUsage?.()
    return usage === undefined ? parts : parts.toSpliced(-1, 0, { type: 'usage', usage })
  }

  #emit(decoded: readonly StreamPart[]): Translated {
    const parts = this.#check.check(decoded)
    let content = false
    for (const [index, part] of parts.entries()) {
      this.options.observe?.(part)
      switch (part.type) {
        case 'text-delta':
        case 'reasoning-delta':
        case 'refusal-delta':
          this.contentBytes += Buffer.byteLength(part.text)
          content = true
          break
        case 'tool-call-delta':
          this.contentBytes += Buffer.byteLength(part.input)
          content = true
          break
        case 'usage':
          this.usage = mergeUsage(this.usage, part.usage)
          break
        case 'reply-start':
          break
        case 'error':
          return { output: this.options.encoder.write(parts.slice(0, index)), content, ended: part.error }
        case 'reply-end':
          return { output: this.options.encoder.write(this.#withFinalUsage(parts.slice(0, index + 1))), content, ended: 'complete' }
        default:
          content = true
      }
    }
    return { output: this.options.encoder.write(parts), content }
  }
}
