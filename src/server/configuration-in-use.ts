import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '../config/configuration.js'
import type { Breakers } from '../routing/breakers.js'
import type { Routing } from '../routing/routing.js'
import { shippedPrices } from '../routing/shipped-prices.js'
import type { SecretMask } from '../secrets/mask.js'
import { maskOfAll } from '../secrets/provider-secrets.js'
import { buildRouting } from './build-routing.js'
import { changesOf, keptProviders } from './reload.js'

interface InUseOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly random: () => number
  readonly breakers: Breakers
}

interface OldMask {
  readonly mask: SecretMask
  readonly until: number
}

/** How many configurations' secrets are masked in the log, and how long those of before: requests that run may still have them. */
const mostMasks = 8

/** The configuration that counts now, as routing and the log need it. */
export class ConfigurationInUse {
  #configuration: Configuration
  #mask: SecretMask
  #oldMasks: OldMask[] = []
  #routing: Routing
  readonly #startedAt: number

  constructor(
    configuration: Configuration,
    private readonly options: InUseOptions,
  ) {
    this.#configuration = configuration
    this.#mask = maskOfAll(configuration)
    this.#startedAt = options.now()
    this.#routing = this.#build(configuration)
  }

  get routing(): Routing {
    return this.#routing
  }

  /** For the log: the text without secrets. */
  readonly clean = (text: string): string => {
    const cleaned = this.#mask.clean(text)
    if (this.#oldMasks.length === 0) return cleaned
    const now = this.options.now()
    this.#oldMasks = this.#oldMasks.filter(({ until }) => until > now)
    return this.#oldMasks.reduce((result, { mask }) => mask.clean(result), cleaned)
  }

  /** Requests that begin from now on are routed by this configuration; those that run go on as they were. */
  take(next: Configuration): void {
    const { changed, removed } = changesOf(this.#configuration.providers, next.providers)
    const gone = [...changed, ...removed]
    const known = keptProviders(this.#routing.providers, gone)
    const routing = this.#build(next, known)
    if (!isDeepStrictEqual(secretsIn(this.#configuration), secretsIn(next))) {
      const until = this.options.now() + this.#configuration.timeouts.stream_total_ms
      this.#oldMasks = [{ mask: this.#mask, until }, ...this.#oldMasks].slice(0, mostMasks - 1)
      this.#mask = maskOfAll(next)
    }
    // Another key or another address may work where the one before did not.
    for (const name of gone) this.options.breakers.forget(name)
    this.#routing = routing
    this.#configuration = next
  }

  #build(configuration: Configuration, known?: Parameters<typeof buildRouting>[1]['known']): Routing {
    const prices = shippedPrices(configuration.accounting)
    const parts = { prices, random: this.options.random, now: this.#startedAt }
    return buildRouting(configuration, known === undefined ? parts : { ...parts, known })
  }
}

/** The parts of a configuration that have secrets and can change while the gateway runs. */
function secretsIn({ tokens, providers, admin, webhooks }: Configuration): unknown {
  return [tokens.map(({ key }) => key), providers, admin.key, webhooks]
}
