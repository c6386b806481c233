import { EventStreamCodec } from '@smithy/eventstream-codec'
import { unreadableEvent } from '../../exchange/error.js'
import type { StreamFraming } from '../../providers/provider.js'
import {
  FrameFailure,
  FrameTooLargeError,
  frameText,
  noFrames,
  notCollected,
  type Frame,
  type FrameBatch,
  type FrameReader,
} from './frame-reader.js'
import { parseObject, type JsonObject } from '../../json/object.js'
import { CollectedBytes, type BodyMemory } from '../upstream/collected-bytes.js'

const codec = new EventStreamCodec(
  (bytes: Uint8Array | string) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
)
/** Length of the whole, length of the headers, checksum of both; and the checksum of the message at its end. */
const leastMessage = 16
const lengthBytes = 4

/**
 * Splits AWS event stream messages (`application/vnd.amazon.eventstream`) and returns each as a frame of the dialect inside: for
 * `aws-events` an object whose one member is the event under its name, for `aws-chunks` the JSON in a chunk. An exception becomes an error
 * frame of that dialect.
 */
export class AwsEventStreamReader implements FrameReader {
  /** The bytes of an incomplete message. They are joined once, when it is complete: a big one arrives in very many pieces. */
  readonly #pending: CollectedBytes
  /** Bytes that the first pending message needs before it can be read: its length, or those that tell its length. */
  #needed = lengthBytes

  constructor(
    private readonly frameLimit: number,
    private readonly framing: StreamFraming,
    /** The data of an `error` event for an exception among chunks. */
    private readonly exceptionEvent: (name: string, payload: string) => string = eventOf,
    /** Takes the memory of a large message and of its text, until the piece after it comes. */
    memory?: BodyMemory,
  ) {
    this.#pending = new CollectedBytes(Math.max(frameLimit, leastMessage), memory, 2)
  }

  push(chunk: Buffer): FrameBatch {
    this.#pending.freeTaken()
    if (this.#pending.length + chunk.length < this.#needed) {
      this.#hold(chunk)
      return noFrames
    }
    const frames: Frame[] = []
    let buffer = this.#pending.length === 0 ? chunk : this.#pending.take(chunk)
    for (let length = this.#messageLength(buffer); buffer.length >= length; length = this.#messageLength(buffer)) {
      const frame = this.#read(buffer.subarray(0, length))
      if (frame !== undefined) frames.push(frame)
      buffer = buffer.subarray(length)
    }
    this.#hold(buffer)
    return frames.length === 0 ? noFrames : { frames, bytes: undefined }
  }

  end(): FrameBatch {
    this.#pending.drop()
    return noFrames
  }

  #hold(rest: Buffer): void {
    if (rest.length > 0 && !this.#pending.add(rest)) throw notCollected(this.#pending)
  }

  /** Bytes of the message that begins here; those of the length alone while it is incomplete. */
  #messageLength(buffer: Buffer): number {
    this.#needed = lengthBytes
    if (buffer.length < lengthBytes) return lengthBytes
    const length = buffer.readUInt32BE(0)
    if (length < leastMessage) throw unreadable()
    if (length > this.frameLimit) throw new FrameTooLargeError()
    this.#needed = length
    return length
  }

  #read(bytes: Buffer): Frame | undefined {
    const { headers, body } = decode(bytes)
    const word = (name: string): string | undefined => {
      const value = headers[name]?.value
      return typeof value === 'string' ? value : undefined
    }
    const payload = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
    const failed = word(':message-type') !== 'event'
    const name = failed ? (word(':exception-type') ?? word(':error-code') ?? 'unknownException') : word(':event-type')
    if (name === undefined) return undefined
    const value = payload === '' ? JSON.stringify({ message: word(':error-message') ?? '' }) : payload
    if (this.framing === 'aws-events') return frameOf(undefined, eventOf(name, value))
    if (failed) return frameOf('error', this.exceptionEvent(name, value))
    return name === 'chunk' ? readChunk(payload) : undefined
  }
}

function eventOf(name: string, value: string): string {
  return `{${JSON.stringify(name)}:${value}}`
}

function decode(bytes: Buffer): ReturnType<typeof codec.decode> {
  try {
    return codec.decode(bytes)
  } catch {
    throw unreadable()
  }
}

/** `{"bytes": base64 of the event's JSON}` */
function readChunk(payload: string): Frame | undefined {
  const { bytes } = parse(payload)
  if (typeof bytes !== 'string') return undefined
  const data = Buffer.from(bytes, 'base64').toString('utf8')
  const { type } = parse(data)
  return frameOf(typeof type === 'string' ? type : undefined, data)
}

function frameOf(event: string | undefined, data: string): Frame {
  const raw = frameText(event, data)
  return event === undefined ? { data, raw } : { event, data, raw }
}

function parse(text: string): JsonObject {
  const value = parseObject(text)
  if (value === undefined) throw unreadable()
  return value
}

function unreadable(): FrameFailure {
  return new FrameFailure(unreadableEvent)
}
