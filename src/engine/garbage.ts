import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Large enough that a collection costs little beside the copy of these bytes, small enough that a bad reply leaves less than 32 MiB behind. */
const mostPieceBytes = 8 * 1024 * 1024
let pieceBytes = 0
let collect: ((options: { readonly type: 'major' | 'minor' }) => void) | undefined

/** Frees all garbage. */
export function collectGarbage(): void {
  collector()({ type: 'major' })
}

/**
 * Counts bytes that were copied out of a piece, as sockets and decompressors make them, and frees the pieces of many. They are outside of
 * V8's heap: it would leave as many as fit in its spaces, and malloc does not give the memory of small blocks back to the system.
 */
export function leavePiece(bytes: number): void {
  pieceBytes += bytes
  if (pieceBytes < mostPieceBytes) return
  pieceBytes = 0
  collector()({ type: 'minor' })
}

/** Frees the memory of a piece of which nothing is needed any more, where the piece has memory of its own, as those of decompressors have. */
export function freePiece(piece: Buffer): void {
  const { buffer } = piece
  if (piece.length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

function collector(): NonNullable<typeof collect> {
  if (collect !== undefined) return collect
  setFlagsFromString('--expose-gc')
  const exposed: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect = (options) => {
    if (typeof exposed === 'function') Reflect.apply(exposed, undefined, [options])
  }
  return collect
}
