/** One event of a `text/event-stream`, already cut and joined by the byte-level reader. */
export interface ServerSentEvent {
  /** The `event:` line; absent where the frame has none. */
  readonly event?: string
  /** The `data:` lines, joined by `\n`. */
  readonly data: string
}
