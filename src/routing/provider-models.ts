import type { ModelList } from '../config/list-models.js'
import type { Provider } from '../providers/provider.js'

export interface ProviderModelsOptions {
  /** Requests a provider's list; never throws. */
  readonly ask: (provider: Provider) => Promise<ModelList>
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

interface KnownList {
  names: readonly string[]
  /** When the list is to be requested again. */
  dueAt: number
  /** The running request. */
  asking: Promise<void> | undefined
}

const goodForMs = 5 * 60_000
const retriedAfterMs = 30_000
/** Most models of one provider. */
const longestList = 10_000

/**
 * The providers' own lists of models. A list is requested at its first use, which waits for it; later uses get the last good list while
 * a new one is fetched. After a failure the last good list stays until the next try.
 */
export class ProviderModels {
  /** A provider that has changed is another object; the lists of those before go with them. */
  readonly #lists = new WeakMap<Provider, KnownList>()

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
    const answer = await this.options.ask(provider)
    if ('models' in answer) list.names = answer.models.slice(0, longestList)
    list.dueAt = this.options.clock() + ('models' in answer ? goodForMs : retriedAfterMs)
    list.asking = undefined
  }
}
