import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const pieceBytes = 65536
const smallestBuffer = 4096

/** Buffers bytes, which can be read several times: a little in memory, more in an unlinked temporary file. */
export class Spool {
  #memory: Buffer[] = []
  #memoryBytes = 0
  /** Bytes of the last buffer in memory that are still free. */
  #free = 0
  #file: FileHandle | undefined
  #fileBytes = 0

  constructor(
    private readonly folder: string,
    private readonly memoryLimit: number,
  ) {}

  get size(): number {
    return this.#memoryBytes + this.#fileBytes
  }

  /** `bytes` is copied, since it may be part of a larger buffer. */
  async append(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    if (this.#file === undefined && this.#memoryBytes + bytes.length <= this.memoryLimit) {
      this.#keep(bytes)
      return
    }
    this.#file ??= await openNameless(this.folder)
    await this.#file.write(bytes, 0, bytes.length, this.#fileBytes)
    this.#fileBytes += bytes.length
  }

  async *read(): AsyncGenerator<Buffer> {
    for (const [index, piece] of this.#memory.entries())
      yield index === this.#memory.length - 1 ? piece.subarray(0, piece.length - this.#free) : piece
    for (let at = 0; at < this.#fileBytes && this.#file !== undefined;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, this.#fileBytes - at))
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new Error('the spooled bytes are gone')
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }

  /** Joins small pieces: one of a single byte takes a hundred times that. */
  #keep(bytes: Buffer): void {
    const last = this.#memory.at(-1)
    const fitting = Math.min(this.#free, bytes.length)
    if (last !== undefined) bytes.copy(last, last.length - this.#free, 0, fitting)
    this.#free -= fitting
    this.#memoryBytes += bytes.length
    if (fitting === bytes.length) return
    const rest = bytes.subarray(fitting)
    const next = Buffer.allocUnsafeSlow(Math.max(rest.length, smallestBuffer))
    rest.copy(next)
    this.#memory.push(next)
    this.#free = next.length - rest.length
  }

  async dispose(): Promise<void> {
    this.#memory = []
    await this.#file?.close()
    this.#file = undefined
  }
}

/** Only this process can read the file, and it is deleted with its last handle, also after a crash. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `anywire-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
