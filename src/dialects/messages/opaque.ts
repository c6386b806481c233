import type { OpaquePart } from '../../exchange/part.js'

/** A block that has no counterpart in the exchange. */
export function opaque(block: { readonly type: string }, at: string): OpaquePart {
  return { type: 'opaque', dialect: 'messages', label: block.type, value: block, at }
}
