import type { ModelList } from '../config/list-models.js'
import type { Provider } from '../providers/provider.js'

export interface ProviderModelsOptions {
  /** Asks the provider; never throws. */
  readonly ask: (provider: Provider) => Promise<ModelList>
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

interface KnownList {
  names: readonly string[]
  /** Older than this it is asked for again. */
  dueAt: number
  /** The question that is under way. */
  asking: Promise<void> | undefined
}

const goodForMs = 5 * 60_000
const retriedAfterMs = 30_000
/** Of one provider. */
const longestList = 10_000

/**
 * Which models the providers have, for the lists of models. A provider is asked when somebody wants to know: the first one waits for the
 * answer, later ones get the last good list while a new one is fetched. A failure changes nothing but the time of the next try.
 */
export class ProviderModels {
  readonly #lists = new Map<Provider, KnownList>()

  constructor(private readonly options: ProviderModelsOptions) {}

  async of(provider: Provider): Promise<readonly string[]> {
    let list = this.#lists.get(provider)
    if (list === undefined) {
      list = { names: [], dueAt: 0, asking: undefined }
      this.#lists.set(provider, list)
      list.asking = this.#ask(provider, list)
      await list.asking
      return list.names
    }
    if (list.dueAt === 0) await list.asking
    else if (list.asking === undefined && this.options.clock() >= list.dueAt) list.asking = this.#ask(provider, list)
    return list.names
  }

  async #ask(provider: Provider, list: KnownList): Promise<void> {
    const { models } = await this.options.ask(provider)
    if (models !== undefined) list.names = models.slice(0, longestList)
    list.dueAt = this.options.clock() + (models === undefined ? retriedAfterMs : goodForMs)
    list.asking = undefined
  }
}
