import type { People } from './people.js'
import type { IssuedToken, Tokens } from './tokens.js'

interface SharedIdentityOptions {
  readonly tokens: Tokens
  readonly people: People
  readonly store: {
    readonly tokens: { all(): Promise<readonly IssuedToken[]>; revision(): Promise<string> }
    readonly people: { all(): Promise<People> }
  }
  /** Runs one change after the other, so that none that this gateway makes now is undone. */
  readonly serially: (change: () => Promise<void>) => Promise<void>
  /** What else other gateways may have changed. */
  readonly alongside: () => Promise<void>
  readonly onTrouble: (message: string, detail: unknown) => void
}

const lookEveryMs = 500

/** Takes over what other gateways at the same database change of tokens, users and teams: within a second. */
export class SharedIdentity {
  #revision = ''
  #timer: NodeJS.Timeout | undefined
  #failing = false
  #closed = false

  constructor(private readonly options: SharedIdentityOptions) {}

  async start(): Promise<void> {
    this.#revision = await this.options.store.tokens.revision()
    this.#lookLater()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #lookLater(): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref()
  }

  async #look(): Promise<void> {
    const { store, serially, onTrouble } = this.options
    try {
      if ((await store.tokens.revision()) !== this.#revision) await serially(() => this.takeOver())
      this.#failing = false
    } catch (error) {
      if (!this.#failing) onTrouble('changes of tokens by other gateways cannot be read now', error)
      this.#failing = true
    }
    this.#lookLater()
  }

  /** Reads all of it again. Never beside another change. */
  async takeOver(): Promise<void> {
    const { store, people, tokens } = this.options
    const revision = await store.tokens.revision()
    people.replaceBy(await store.people.all())
    tokens.replaceIssued(await store.tokens.all(), people)
    tokens.follow(people)
    await this.options.alongside()
    this.#revision = revision
  }
}
