import { shortHash } from '../short-hash.js'

const valid = /^[a-zA-Z0-9_-]+$/

/**
 * Ids of calls as this style takes them. An id is rewritten from itself alone, so that the same history gives the same ids (and the
 * same prompt cache entry) each time, and two ids that clean up to the same text stay two. An id that comes back in a later turn gets a
 * number, as ids are unique in a conversation; results belong to the last call with their id.
 */
export class ToolIds {
  readonly #given = new Set<string>()
  readonly #current = new Map<string, string>()

  call(id: string): string {
    const clean = cleanId(id)
    let wire = clean
    for (let number = 2; this.#given.has(wire); number++) wire = `${clean}_${number}`
    this.#given.add(wire)
    this.#current.set(id, wire)
    return wire
  }

  result(id: string): string {
    return this.#current.get(id) ?? cleanId(id)
  }
}

function cleanId(id: string): string {
  return valid.test(id) ? id : `${id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 40)}_${shortHash(id)}`
}
