import { functionResponse } from './turns.js'
import { text } from './reading.js'
import type { JsonObject } from '../../../json/object.js'

interface OpenToolCall {
  readonly id?: string
  readonly name: string
}

/** Tool calls that wait for their results, and results that wait for the client's `response.create`. */
export class Calls {
  readonly #open = new Map<string, OpenToolCall>()
  readonly #cancelled = new Set<string>()
  readonly #results: JsonObject[] = []
  #cancelledResults = 0

  constructor(private readonly newId: (prefix: string) => string) {}

  /** Begins a tool call. Returns it with the id that the client gets. */
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

  /** Stores a result; `false` where no such tool call waits. */
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

  /** Forgets all waiting tool calls and results. */
  forget(): void {
    this.#open.clear()
    this.#cancelled.clear()
    this.#results.length = 0
    this.#cancelledResults = 0
  }

  /** The results to send; `cancelled`: there were some, but the provider has cancelled their tool calls. */
  take(): { results: JsonObject[]; cancelled: boolean } {
    const results = this.#results.splice(0)
    const cancelled = results.length === 0 && this.#cancelledResults > 0
    this.#cancelledResults = 0
    return { results, cancelled }
  }
}
