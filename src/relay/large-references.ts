import { mayRefer, type ObjectIds } from '../dialects/object-ids.js'
import { inTurns } from './own-turn.js'

/** The texts of larger pieces would stay in V8's space for large objects, twice the body together, until a full collection. */
const pieceBytes = 64 * 1024

/** `mayRefer` for large JSON, in pieces and in many turns of the event loop: there are texts in which a search is slow. */
export async function mayReferInTurns(bytes: Buffer, objects: ObjectIds): Promise<boolean> {
  const overlap = Math.max(...objects.marks.map((mark) => mark.length))
  let from = 0
  let found = false
  await inTurns(() => {
    found = mayRefer(bytes.subarray(from, from + pieceBytes + overlap), objects)
    from += pieceBytes
    return found || from >= bytes.length
  })
  return found
}
