import { functionResponse } from './turns.js'
import { text } from './reading.js'
import type { JsonObject } from '../../../json/object.js'

interface OpenToolCall {
  readonly id?: string
  readonly name: string
}

/** Calls that wait for their results, and results that wait for the client to ask for a response. */
export class Calls {
  readonly #open = new Map<string, OpenToolCall>()
  readonly #cancelled = new Set<string>()
  readonly #results: JsonObject[] = []
  #cancelledResults = 0

  constructor(private readonly newId: (prefix: string) => string) {}

  /** Returns the name that the client knows the call by. */
  begin(wire: JsonObject): { callId: string; name: string; args: string } {
    const id = text(wire['id'])
    const name = text(wire['name']) ?? ''
    const callId = id ?? this.newId('call_')
    this.#open.set(callId, id === undefined ? { name } : { id, name })
    return { callId, name, args: JSON.stringify(wire['args'] ?? {}) }
  }

  cancel(ids: unknown): void {
    if (!Array.isArray(ids)) return
    for (const id of ids as unknown[]) if (typeof id === 'string' && this.#open.delete(id)) this.#cancelled.add(id)
  }

  /** Keeps a result; `false` where no such call waits. */
  answer(callId: string, output: string): boolean {
    if (this.#cancelled.delete(callId)) {
      this.#cancelledResults++
      return true
    }
    const call = this.#open.get(callId)
    if (call === undefined) return false
    this.#open.delete(callId)
    this.#results.push(functionResponse(call, output))
    return true
  }

  /** The provider has been told of everything in another way: nothing waits any more. */
  forget(): void {
    this.#open.clear()
    this.#cancelled.clear()
    this.#results.length = 0
    this.#cancelledResults = 0
  }

  /** The results to be sent; `cancelled`: there were some, but nobody waits for them any more. */
  take(): { results: JsonObject[]; cancelled: boolean } {
    const results = this.#results.splice(0)
    const cancelled = results.length === 0 && this.#cancelledResults > 0
    this.#cancelledResults = 0
    return { results, cancelled }
  }
}
