/** One event of a `text/event-stream` (WHATWG HTML §9.2, server-sent events). */
export interface ServerSentEvent {
  /** The value of the `event:` line; absent where the event has none. */
  readonly event?: string
  /** The `data:` lines, joined by `\n`. */
  readonly data: string
}
