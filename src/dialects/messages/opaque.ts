import type { OpaquePart } from '../../exchange/part.js'

/** A block that only this style understands. */
export function opaque(block: { readonly type: string }, at: string): OpaquePart {
  return { type: 'opaque', dialect: 'messages', label: block.type, value: block, at }
}
