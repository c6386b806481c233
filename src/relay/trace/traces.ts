import { Trace } from './trace.js'

interface TracesOptions {
  readonly clock: () => number
  readonly now: () => number
  readonly bounds?: { readonly ofSession: number; readonly bytesEach: number; readonly bytesInAll: number }
}

const usualBounds = { ofSession: 20, bytesEach: 2 * 1024 * 1024, bytesInAll: 64 * 1024 * 1024 }

/** The newest traces of each session of the console, in memory only; the oldest go first. */
export class Traces {
  readonly #traces = new Map<string, Trace>()
  #bytes = 0

  constructor(private readonly options: TracesOptions) {}

  begin(id: string, session: string, userId: string): Trace {
    const { clock, now, bounds = usualBounds } = this.options
    const own = [...this.#traces.values()].filter((trace) => trace.session === session)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - bounds.ofSession))) this.#remove(oldest)
    const trace = new Trace({
      id,
      session,
      userId,
      clock,
      startedAt: now(),
      mostBytes: bounds.bytesEach,
      onKept: (kept, bytes) => {
        if (!this.#traces.has(kept.id)) return
        this.#bytes += bytes
        for (const oldest of this.#traces.values()) {
          if (this.#bytes <= bounds.bytesInAll || oldest === kept) break
          this.#remove(oldest)
        }
      },
    })
    this.#traces.set(id, trace)
    return trace
  }

  find(id: string): Trace | undefined {
    return this.#traces.get(id)
  }

  end(sessions: readonly string[]): void {
    for (const trace of this.#traces.values()) if (sessions.includes(trace.session)) this.#remove(trace)
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
