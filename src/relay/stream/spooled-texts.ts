import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LongText, LongTexts } from '../../exchange/kept-text.js'
import { parseObject, type JsonObject } from '../../json/object.js'
import type { ReplySink } from '../reply-sink.js'
import { LongOutput } from './long-output.js'

const pieceBytes = 65536
const markPrefix = 'long_text_'

/**
 * The long texts of one reply, in unlinked temporary files until the reply is closed. Pieces are written and read synchronously, like all of
 * an encoder's work: few replies have such a text.
 */
export class SpooledTexts implements LongTexts {
  #texts: Map<string, SpooledText> | undefined

  constructor(
    private readonly sink: ReplySink,
    private readonly newId: (prefix: string) => string,
    private readonly folder: () => string = tmpdir,
  ) {}

  open(): LongText {
    if (this.#texts === undefined) this.sink.once('close', this.#dispose)
    this.#texts ??= new Map()
    const text = new SpooledText(this.newId(markPrefix), this.folder)
    this.#texts.set(text.mark, text)
    return text
  }

  /** What an encoder wrote, with the texts in place of their marks. */
  expand(written: string): string | LongOutput {
    if (this.#texts === undefined || !written.includes(markPrefix)) return written
    return new LongOutput(written.length, piecesOf(written, this.#texts))
  }

  /** An object in which marks stand, with their texts. */
  restore(value: JsonObject): JsonObject {
    if (this.#texts === undefined) return value
    const pieces = Array.from(piecesOf(JSON.stringify(value), this.#texts), (piece) => Buffer.from(piece))
    return parseObject(Buffer.concat(pieces).toString()) ?? value
  }

  readonly #dispose = (): void => {
    for (const text of this.#texts?.values() ?? []) text.dispose()
    this.#texts = undefined
  }
}

function* piecesOf(written: string, texts: ReadonlyMap<string, SpooledText>): Generator<Buffer | string> {
  let from = 0
  for (const { 0: mark, index } of written.matchAll(new RegExp([...texts.keys()].join('|'), 'g'))) {
    yield written.slice(from, index)
    yield* texts.get(mark)?.read() ?? []
    from = index + mark.length
  }
  yield written.slice(from)
}

/** As the content of a JSON string, in UTF-8: the last bytes in a buffer, those before in a file. */
class SpooledText implements LongText {
  readonly #buffer = Buffer.allocUnsafeSlow(pieceBytes)
  #bufferBytes = 0
  #file: number | undefined
  #fileBytes = 0
  /** What a full disk did not take. */
  readonly #rest: Buffer[] = []

  constructor(
    readonly mark: string,
    private readonly folder: () => string,
  ) {}

  append(text: string): void {
    const content = JSON.stringify(text).slice(1, -1)
    // No character has more bytes.
    if (content.length * 3 <= pieceBytes - this.#bufferBytes) {
      this.#bufferBytes += this.#buffer.write(content, this.#bufferBytes)
      return
    }
    this.#empty()
    if (content.length * 3 <= pieceBytes) this.#bufferBytes = this.#buffer.write(content)
    else this.#spill(Buffer.from(content))
  }

  *read(): Generator<Buffer> {
    for (let at = 0; at < this.#fileBytes && this.#file !== undefined;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, this.#fileBytes - at))
      const read = readSync(this.#file, piece, 0, piece.length, at)
      if (read === 0) throw new Error('the spooled text is gone')
      at += read
      yield piece.subarray(0, read)
    }
    yield* this.#rest
    yield this.#buffer.subarray(0, this.#bufferBytes)
  }

  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#rest.length = 0
  }

  #empty(): void {
    this.#spill(this.#buffer.subarray(0, this.#bufferBytes))
    this.#bufferBytes = 0
  }

  #spill(bytes: Buffer): void {
    if (this.#rest.length > 0 || !this.#write(bytes)) this.#rest.push(Buffer.from(bytes))
  }

  #write(bytes: Buffer): boolean {
    try {
      this.#file ??= openNameless(this.folder())
      for (let written = 0; written < bytes.length;)
        written += writeSync(this.#file, bytes, written, bytes.length - written, this.#fileBytes + written)
    } catch {
      // No folder to write to, or no room: the memory holds it.
      return false
    }
    this.#fileBytes += bytes.length
    return true
  }
}

/** Only this process can read the file, and it is deleted with its last descriptor, also after a crash. */
function openNameless(folder: string): number {
  const path = join(folder, `anywire-text-${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}
