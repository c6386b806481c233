import { FrameTooLargeError, noFrames, type Frame, type FrameBatch, type FrameReader } from './frame-reader.js'

const lineFeed = 10
const carriageReturn = 13

/**
 * Cuts a `text/event-stream` into frames, at the level of bytes: however the provider's bytes are cut, in whatever line ends
 * (LF, CRLF, CR), with BOM, comments, several `data:` lines or no space after the colon, the frames are the same (promises P19).
 */
export class EventStreamReader implements FrameReader {
  #pending: Buffer | undefined
  /** How far `#pending` was already searched for a frame's end. */
  #searched = 0
  #first = true

  constructor(private readonly frameLimit: number) {}

  push(chunk: Buffer): FrameBatch {
    let buffer = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk])
    if (this.#first) {
      if (buffer.length < 3 && buffer[0] === 0xef) {
        this.#pending = buffer
        return noFrames
      }
      this.#first = false
      if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) buffer = buffer.subarray(3)
    }
    const cut = lastFrameEnd(buffer, Math.max(0, this.#searched - 3))
    if (cut === 0) {
      this.#hold(buffer)
      return noFrames
    }
    const region = buffer.subarray(0, cut)
    this.#hold(cut === buffer.length ? undefined : buffer.subarray(cut))
    return readRegion(region)
  }

  /** What is left when the body ends: a last frame without its empty line counts (promises P19). */
  end(): FrameBatch {
    const rest = this.#pending
    this.#pending = undefined
    if (rest === undefined || rest.length === 0) return noFrames
    const { frames } = readRegion(rest)
    return {
      frames: frames.map(({ event, data, raw }) => ({ ...(event === undefined ? {} : { event }), data, raw: closed(raw) })),
      bytes: undefined,
    }
  }

  #hold(rest: Buffer | undefined): void {
    if (rest !== undefined && rest.length > this.frameLimit) throw new FrameTooLargeError()
    this.#pending = rest
    this.#searched = rest?.length ?? 0
  }
}

/** The offset after the last empty line, or 0. A CR at the very end may be half of a CRLF: it is not taken as an end yet. */
function lastFrameEnd(buffer: Buffer, from: number): number {
  const linefeeds = buffer.lastIndexOf('\n\n')
  let end = linefeeds < from ? 0 : linefeeds + 2
  if (buffer.indexOf(carriageReturn, from) < 0) return end
  // The slow path of CR line ends: an empty line is two line ends in a row.
  let lineStart = -1
  for (let index = from; index < buffer.length; index++) {
    const byte = buffer[index]
    if (byte !== lineFeed && byte !== carriageReturn) {
      continue
    }
    let next = index + 1
    if (byte === carriageReturn) {
      if (next === buffer.length) break
      if (buffer[next] === lineFeed) next++
    }
    if (lineStart === index) end = Math.max(end, next)
    lineStart = next
    index = next - 1
  }
  return end
}

function readRegion(region: Buffer): FrameBatch {
  const text = region.toString('utf8')
  const plain = !text.includes('\r')
  const frames: Frame[] = []
  // Without CR and without a line that begins with a colon every piece between empty lines is a frame, byte for byte.
  const clean = plain && !text.startsWith(':') && !text.includes('\n:') && !text.startsWith('\n') && !text.includes('\n\n\n')
  for (const piece of plain ? text.split('\n\n') : text.split(/\r\n(?:\r\n|\r|\n)|\r(?:\r\n|\r)|\n(?:\r\n|\r|\n)/)) {
    if (piece === '') continue
    const frame = readFrame(piece, plain)
    if (frame !== undefined) frames.push(frame)
  }
  return { frames, bytes: clean && frames.length > 0 ? region : undefined }
}

function readFrame(piece: string, plain: boolean): Frame | undefined {
  // The common frame: one data line.
  if (plain && piece.startsWith('data:') && !piece.includes('\n')) return new DataFrame(piece)
  let event: string | undefined
  let data: string | undefined
  let raw = ''
  for (const line of plain ? piece.split('\n') : piece.split(/\r\n|\r|\n/)) {
    if (line === '' || line.startsWith(':')) continue
    raw += `${line}\n`
    if (line.startsWith('data:')) data = data === undefined ? fieldValue(line, 5) : `${data}\n${fieldValue(line, 5)}`
    else if (line.startsWith('event:')) event = fieldValue(line, 6)
    else if (line === 'data') data = data === undefined ? '' : `${data}\n`
  }
  if (data === undefined) return undefined
  return { ...(event === undefined ? {} : { event }), data, raw: `${raw}\n` }
}

/** A frame of one data line. Its own text is put together only where the frame cannot be passed on with its neighbours. */
class DataFrame implements Frame {
  readonly data: string

  constructor(private readonly line: string) {
    this.data = fieldValue(line, 5)
  }

  get raw(): string {
    return `${this.line}\n\n`
  }
}

function fieldValue(line: string, from: number): string {
  return line.charCodeAt(from) === 32 ? line.slice(from + 1) : line.slice(from)
}

function closed(raw: string): string {
  return raw.endsWith('\n\n') ? raw : `${raw.replace(/\n*$/, '')}\n\n`
}
