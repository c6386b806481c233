import { base64Of, bytesOf } from '../base64.js'
import type { Picture } from '../conversation.js'
import type { SoundPiece } from './delta.js'
import { soundType } from './sound-type.js'

/**
 * The pieces of an answer's sound as one; without data where it cannot be read. The first piece decides the type: later ones have no
 * beginning of a file. Their bytes are joined, not their texts: a piece may end with padding.
 */
export function joinedSound(pieces: readonly SoundPiece[]): Picture {
  const mediaType = pieces[0]?.mediaType ?? soundType(pieces[0]?.data ?? '')
  const decoded = decodedPieces(pieces)
  const bytes = new Uint8Array(decoded.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of decoded) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { name: mediaType, mediaType, data: base64Of(bytes) }
}

/** `[]` where one of them is no base64. */
function decodedPieces(pieces: readonly SoundPiece[]): readonly Uint8Array[] {
  const decoded: Uint8Array[] = []
  // Of a text that was cut within a group of 4 characters; the next piece has the others.
  let rest = ''
  for (const { data } of [...pieces, { data: '' }]) {
    const text = rest + data.replace(/\s+/g, '')
    const end = data === '' || text.endsWith('=') ? text.length : text.length - (text.length % 4)
    const bytes = bytesOf(text.slice(0, end))
    // One character that is left over at the end has less than a byte: the answer was stopped there.
    if (bytes === undefined) return data === '' && text.length === 1 ? decoded : []
    decoded.push(bytes)
    rest = text.slice(end)
  }
  return decoded
}
