import { ToolCallIds } from '../../../exchange/reply-check.js'

const valid = /^[a-zA-Z0-9_-]+$/

/**
 * The ids of tool calls in a request. Anthropic accepts letters, digits, `_` and `-` only. An invalid id is replaced by its valid characters
 * and a hash of it: the same in every request (and in the prompt cache), and different for different ids. Ids must be unique in a
 * conversation, so a repeated one gets a number; a result belongs to the last call with its id.
 */
export class ToolIds {
  readonly #unique = new ToolCallIds()
  readonly #current = new Map<string, string>()

  call(id: string): string {
    const wire = this.#unique.makeUnique(validId(id))
    this.#current.set(id, wire)
    return wire
  }

  result(id: string): string {
    return this.#current.get(id) ?? validId(id)
  }
}

function validId(id: string): string {
  return valid.test(id) ? id : `${id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 40)}_${shortHash(id)}`
}

/** A hash of 64 bits in base 36: FNV-1a over UTF-16 units, with two seeds. Not for security. */
function shortHash(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x01000193)
}

function fnv(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
