import type { BodyRepository, KeptBodies } from '../store/body-repository.js'

interface BodiesOptions {
  readonly repository: Pick<BodyRepository, 'save' | 'purge'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  /** Removes secrets from a text. */
  readonly clean: (text: string) => string
  readonly settings: { readonly keep: boolean; readonly max_bytes: number; readonly retention_days: number }
}

/** What a request was, and what was answered, by providers too. */
export interface Exchanged {
  readonly id: string
  readonly request: Buffer | undefined
  /** The beginning of the reply; `undefined` where it is no text. */
  readonly reply: Buffer | undefined
  /** JSON of what providers got and sent too, shortened and without the secrets of the configuration. */
  readonly trace: string
}

const writeEveryMs = 250
const purgeEveryMs = 60_000
const purgeAgainMs = 500
/** Characters that wait for the database; beyond it bodies are not kept. */
const mostWaiting = 32 * 1024 * 1024
/** A key that somebody wrote into a prompt. */
const keyLike = /\b(sk-[A-Za-z0-9_-]{9})[A-Za-z0-9_-]{10,}/g

/**
 * Keeps the bodies of requests where the operator wants that: shortened, without secrets, apart from the records and for a time of their
 * own. A body that cannot be written is lost, and the log says so; records never are.
 */
export class Bodies {
  #waiting: KeptBodies[] = []
  #size = 0
  #lost = 0
  #writing: Promise<void> | undefined
  #purgeAt = 0
  readonly #timer: NodeJS.Timeout

  constructor(private readonly options: BodiesOptions) {
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  /** Whether the operator wants them. What was kept before goes after its time all the same. */
  get areKept(): boolean {
    return this.options.settings.keep
  }

  /** Bytes of each body that are kept. */
  get mostBytes(): number {
    return this.options.settings.max_bytes
  }

  take({ id, request, reply, trace }: Exchanged): void {
    const kept = { id, keptAt: this.options.now(), request: this.#text(request), reply: this.#text(reply), trace: withoutKeys(trace) }
    const size = (kept.request?.length ?? 0) + (kept.reply?.length ?? 0) + kept.trace.length
    if (this.#size + size > mostWaiting) {
      this.#lost++
      return
    }
    this.#size += size
    this.#waiting.push(kept)
  }

  /** Writes what waits. Never rejects. */
  write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
    await this.write()
  }

  async #write(): Promise<void> {
    const { repository, now, onTrouble, settings } = this.options
    const waiting = this.#waiting
    this.#waiting = []
    this.#size = 0
    try {
      if (waiting.length > 0) await repository.save(waiting)
      if (now() >= this.#purgeAt) {
        const more = await repository.purge(now() - settings.retention_days * 86_400_000)
        this.#purgeAt = now() + (more ? purgeAgainMs : purgeEveryMs)
      }
    } catch (error) {
      this.#lost += waiting.length
      onTrouble('bodies of requests could not be kept', error)
    }
    if (this.#lost > 0) onTrouble('bodies of requests were not kept', { requests: this.#lost })
    this.#lost = 0
  }

  #text(bytes: Buffer | undefined): string | null {
    if (bytes === undefined) return null
    const text = bytes.subarray(0, this.mostBytes).toString().replaceAll('\0', '\ufffd')
    return withoutKeys(this.options.clean(text))
  }
}

function withoutKeys(text: string): string {
  return text.replace(keyLike, '$1…')
}
