import { setTimeout as pause } from 'node:timers/promises'
import type { ReplySink } from '../relay/reply-sink.js'
import type { Preferences } from './preferences.js'

/** A stream as it will be sent, event by event. */
export interface Script {
  readonly contentType: string
  readonly frames: readonly string[]
  /** The frames of the requested error, which end the stream. */
  readonly failure?: string
}

/** Writes the events at the requested pace, with the requested end. Stops when the client disconnects. */
export async function play(
  sink: ReplySink,
  script: Script,
  preferences: Preferences,
  headers: Readonly<Record<string, string>>,
  left: AbortSignal,
): Promise<void> {
  sink.writeHead(200, { 'content-type': script.contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no', ...headers })
  sink.flushHeaders()
  let sent = 0
  for (const frame of script.frames) {
    if (left.aborted) return
    if (preferences.cut !== undefined && sent >= preferences.cut) return void sink.destroy()
    if (preferences.error !== undefined && sent >= preferences.after) break
    if (sent > 0) await pause(preferences.paceMs, undefined, { signal: left }).catch(() => undefined)
    sink.write(frame)
    sent++
  }
  // A stream with fewer events than requested is cut, or fails, at its end.
  if (preferences.cut !== undefined) return void sink.destroy()
  sink.end(preferences.error === undefined ? undefined : script.failure)
}

/** The frames of a text of server-sent events. */
export function framesOf(text: string): string[] {
  return text.match(/[^]*?(?:\r\n\r\n|\n\n)/g)?.filter((frame) => frame.trim() !== '') ?? []
}
