import type { Tool } from '../../exchange/request.js'
import { shortHash } from './short-hash.js'

const valid = /^[a-zA-Z0-9_-]{1,128}$/

/** Other styles allow names of tools that this one refuses (dots, colons). They are rewritten, always in the same way, and back. */
export class ToolNames {
  readonly #originals = new Map<string, string>()

  constructor(tools: readonly Tool[]) {
    for (const tool of tools) if (tool.type !== 'provider' && !valid.test(tool.name)) this.#originals.set(this.wire(tool.name), tool.name)
  }

  wire(name: string): string {
    return valid.test(name) ? name : `${name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 100)}_${shortHash(name)}`
  }

  original(name: string): string {
    return this.#originals.get(name) ?? name
  }
}
