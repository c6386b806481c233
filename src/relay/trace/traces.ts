import { Trace } from './trace.js'

interface TracesOptions {
  readonly clock: () => number
  readonly now: () => number
  readonly bounds?: { readonly ofSession: number; readonly bytesEach: number; readonly bytesInAll: number }
}

interface SessionTrace {
  readonly trace: Trace
  /** The id of the session of the console. */
  readonly session: string
  readonly userId: string
}

const usualBounds = { ofSession: 20, bytesEach: 2 * 1024 * 1024, bytesInAll: 64 * 1024 * 1024 }

/** The newest traces of each session of the console, in memory only; the oldest go first. */
export class Traces {
  readonly #traces = new Map<string, SessionTrace>()
  #bytes = 0

  constructor(private readonly options: TracesOptions) {}

  begin(id: string, session: string, userId: string): Trace {
    const { clock, now, bounds = usualBounds } = this.options
    const own = [...this.#traces.values()].filter((kept) => kept.session === session)
    for (const { trace: oldest } of own.slice(0, Math.max(0, own.length + 1 - bounds.ofSession))) this.#remove(oldest)
    const trace = new Trace({
      id,
      clock,
      startedAt: now(),
      mostBytes: bounds.bytesEach,
      mostOfBody: bounds.bytesEach,
      onKept: (kept, bytes) => {
        if (!this.#traces.has(kept.id)) return
        this.#bytes += bytes
        for (const { trace: oldest } of this.#traces.values()) {
          if (this.#bytes <= bounds.bytesInAll || oldest === kept) break
          this.#remove(oldest)
        }
      },
    })
    this.#traces.set(id, { trace, session, userId })
    return trace
  }

  /** Users see their own. */
  find(id: string, userId: string): Trace | undefined {
    const kept = this.#traces.get(id)
    return kept?.userId === userId ? kept.trace : undefined
  }

  end(sessions: readonly string[]): void {
    for (const { trace, session } of this.#traces.values()) if (sessions.includes(session)) this.#remove(trace)
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#traces.size
  }

  #remove(trace: Trace): void {
    this.#traces.delete(trace.id)
    this.#bytes -= trace.bytes
    trace.drop()
  }
}
