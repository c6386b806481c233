import { isUtf8 } from 'node:buffer'
import { CollectedBytes, type BodyMemory } from '../upstream/collected-bytes.js'
import { FrameNotTextError, noFrames, notCollected, type Frame, type FrameBatch, type FrameReader } from './frame-reader.js'

const lineFeed = 10
const carriageReturn = 13

/**
 * Splits a `text/event-stream` into frames by its bytes, from chunks of any size. The frames do not depend on line ends (LF, CRLF, CR), a
 * BOM, comments, several `data:` lines or the space after the colon.
 */
export class EventStreamReader implements FrameReader {
  /** The bytes of an incomplete frame. They are joined once, at its end: a big frame arrives in very many pieces. */
  readonly #pending: CollectedBytes
  #first = true

  /** `memory`: takes the memory of a large frame and of its text, until the piece after it comes. */
  constructor(frameLimit: number, memory?: BodyMemory) {
    this.#pending = new CollectedBytes(frameLimit, memory, 2)
  }

  push(chunk: Buffer): FrameBatch {
    this.#pending.freeTaken()
    if (this.#first) {
      const start = this.#pending.length === 0 ? chunk : this.#pending.take(chunk)
      if (start.length < 3 && start[0] === 0xef) {
        this.#hold(start)
        return noFrames
      }
      this.#first = false
      return this.#read(start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start)
    }
    return this.#read(chunk)
  }

  #read(chunk: Buffer): FrameBatch {
    const end = this.#frameEnd(chunk)
    if (end === 0) {
      this.#hold(chunk)
      return noFrames
    }
    const all = this.#pending.length === 0 ? chunk : this.#pending.take(chunk)
    if (end === all.length) return readRegion(all)
    // A copy: a small rest would keep all of its piece until the next one comes.
    this.#hold(Buffer.from(all.subarray(end)))
    return readRegion(all.subarray(0, end))
  }

  /** Where the last frame ends in the pending bytes followed by `chunk`; 0: nowhere. Only the chunk and the seam are searched. */
  #frameEnd(chunk: Buffer): number {
    const cut = lastFrameEnd(chunk)
    if (cut > 0) return this.#pending.length + cut
    if (this.#pending.length === 0) return 0
    const tail = this.#pending.last(unfinishedBytes)
    const seam = lastFrameEnd(Buffer.concat([tail, chunk.subarray(0, 4)]))
    return seam === 0 ? 0 : this.#pending.length - tail.length + seam
  }

  /** The frames left at the end of the body: a last frame without its empty line counts. */
  end(): FrameBatch {
    if (this.#pending.length === 0) return noFrames
    const rest = this.#pending.take()
    // A truncated frame may end within a character.
    const { frames } = readText(rest.toString('utf8'))
    this.#pending.freeTaken()
    return {
      frames: frames.map(({ event, data, raw }) => ({ ...(event === undefined ? {} : { event }), data, raw: closed(raw) })),
      bytes: undefined,
    }
  }

  #hold(piece: Buffer): void {
    if (piece.length === 0) return
    if (!this.#pending.add(piece)) throw notCollected(this.#pending)
  }
}

/** The frames of a text of whole ones, with LF as line ends. */
export function framesOfText(text: string): FrameBatch {
  return { frames: readText(text).frames, bytes: undefined }
}

/** The most bytes of an unfinished empty line: `\r\n\r`. */
const unfinishedBytes = 3

/** The offset after the last empty line, or 0. A CR at the very end may be half of a CRLF: it is not taken as an end yet. */
function lastFrameEnd(buffer: Buffer): number {
  let end = buffer.lastIndexOf('\n\n') + 2
  if (end === 1) end = 0
  if (!buffer.includes(carriageReturn)) return end
  // The slow path of CR line ends: an empty line is two line ends in a row.
  let lineStart = -1
  for (let index = 0; index < buffer.length; index++) {
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
  if (text.includes('\ufffd') && !isUtf8(region)) throw new FrameNotTextError()
  const { frames, clean } = readText(text)
  return { frames, bytes: clean && frames.length > 0 ? region : undefined }
}

/** `clean`: the frames are all of the text. */
function readText(text: string): { readonly frames: readonly Frame[]; readonly clean: boolean } {
  const plain = !text.includes('\r')
  const frames: Frame[] = []
  // Without CR and without a line that begins with a colon the frames are these bytes.
  let clean = plain && !text.startsWith(':') && !text.includes('\n:') && !text.startsWith('\n') && !text.includes('\n\n\n')
  for (const piece of plain ? text.split('\n\n') : text.split(/\r\n(?:\r\n|\r|\n)|\r(?:\r\n|\r)|\n(?:\r\n|\r|\n)/)) {
    if (piece === '') continue
    const frame = readFrame(piece, plain)
    if (frame === undefined) clean = false
    else frames.push(frame)
  }
  return { frames, clean }
}

function readFrame(piece: string, plain: boolean): Frame | undefined {
  // The common frame: one data line.
  if (plain && piece.startsWith('data:') && !piece.includes('\n')) return isNothing(fieldValue(piece, 5)) ? undefined : new DataFrame(piece)
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
  if (data === undefined || isNothing(data)) return undefined
  return { ...(event === undefined ? {} : { event }), data, raw: `${raw}\n` }
}

/** Data that some servers send to keep connections alive. */
function isNothing(data: string): boolean {
  return data === 'null'
}

/** A frame of one data line. Its text is made only where the frame cannot be passed on together with its neighbours. */
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
