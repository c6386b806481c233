import type { Tokens } from './tokens.js'

interface KeptUses {
  uses(): Promise<ReadonlyMap<string, number>>
  used(uses: ReadonlyMap<string, number>): Promise<void>
}

interface LastUsesOptions {
  readonly tokens: Tokens
  readonly repository: KeptUses
  readonly onTrouble: (message: string, detail: unknown) => void
}

const writeEveryMs = 60_000

/** Writes when tokens were used last, once a minute. What happened in the last minute before a kill is lost. */
export class LastUses {
  readonly #timer: NodeJS.Timeout

  private constructor(
    private readonly written: Map<string, number>,
    private readonly options: LastUsesOptions,
  ) {
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  static async open(options: LastUsesOptions): Promise<LastUses> {
    return new LastUses(new Map(await options.repository.uses()), options)
  }

  /** Milliseconds since the epoch. */
  of(tokenId: string): number | undefined {
    return this.options.tokens.usedAt(tokenId) ?? this.written.get(tokenId)
  }

  /** Never rejects: what could not be written is tried again. */
  async write(): Promise<void> {
    const { tokens, repository, onTrouble } = this.options
    const changed = new Map<string, number>()
    for (const { id } of tokens.all()) {
      const usedAt = tokens.usedAt(id)
      if (usedAt !== undefined && usedAt !== this.written.get(id)) changed.set(id, usedAt)
    }
    if (changed.size === 0) return
    try {
      await repository.used(changed)
      for (const [id, usedAt] of changed) this.written.set(id, usedAt)
    } catch (error) {
      onTrouble('when tokens were used last cannot be written now', error)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}
