import type { StreamEvent } from '../../dialects/stream-order.js'
import type { JsonObject } from '../../json/object.js'
import type { Findings } from '../findings.js'

/** A call of one of the request's tools. */
export interface ToolCall {
  /** Where it is: a JSON pointer, or `event N`. */
  readonly at: string
  readonly name: unknown
  /** The whole input; a text is JSON. */
  readonly input: unknown
}

/** What the request asked for that changes the answer. */
export interface Asked {
  /** Chat completions: `stream_options.include_usage`. */
  readonly usage: boolean
}

/** What a style demands of answers beyond their schemas. */
export interface StyleRules {
  readonly reply: (find: Findings, reply: JsonObject) => void
  readonly stream: (find: Findings, events: readonly StreamEvent[], asked: Asked) => void
  readonly calls: (reply: JsonObject) => readonly ToolCall[]
  readonly streamedCalls: (events: readonly StreamEvent[]) => readonly ToolCall[]
  /** The reason of the end, the one for a reached limit, and the tokens that were written. */
  readonly limited: (reply: JsonObject) => {
    readonly at: string
    readonly reason: unknown
    readonly wanted: string
    readonly tokens: number
  }
  /** The body of an error with this status. */
  readonly error: (find: Findings, body: JsonObject, status: number) => void
  /** The header with the request's id. */
  readonly requestId?: string
}
