import { listModels } from '../../config/list-models.js'
import type { Configuration, ConfiguredProvider } from '../../config/index.js'
import { providerOf } from '../../providers/kinds.js'
import { UpstreamClient } from '../../relay/upstream/upstream-client.js'
import { upstreamFetch } from '../../relay/upstream/upstream-fetch.js'

/** What a provider answers to the cheapest request: for its list of models. `null`: not known. */
export interface ProviderAnswer {
  readonly name: string
  readonly kind: string
  readonly reachable: boolean | null
  readonly key_valid: boolean | null
  readonly models: number | null
  readonly duration_ms: number | null
  readonly problem: string | null
}

const answerMs = 10_000
const noList = 'this kind of provider has no list'

export function failed({ reachable, key_valid: valid, models, problem }: ProviderAnswer): boolean {
  return reachable === false || valid === false || (reachable === true && models === null && problem !== noList)
}

/** Asks all providers at once. */
export async function askProviders({ providers, timeouts }: Configuration): Promise<readonly ProviderAnswer[]> {
  const client = new UpstreamClient({ connectMs: timeouts.connect_ms })
  const fetch = upstreamFetch(client)
  try {
    return await Promise.all(providers.map((provider) => askProvider(provider, fetch)))
  } finally {
    await client.close()
  }
}

async function askProvider(settings: ConfiguredProvider, fetch: ReturnType<typeof upstreamFetch>): Promise<ProviderAnswer> {
  const { name, kind } = settings
  const unknown = { name, kind, reachable: null, key_valid: null, models: null, duration_ms: null }
  if (kind === 'local') return { ...unknown, problem: 'begins with the gateway' }
  const startedAt = performance.now()
  const list = await listModels(providerOf(settings), answerMs, { fetch })
  const duration_ms = Math.round(performance.now() - startedAt)
  if ('models' in list) return { name, kind, reachable: true, key_valid: true, models: list.models.length, duration_ms, problem: null }
  const { problem } = list
  if (problem === noList) return { ...unknown, problem }
  const reachable = problem !== 'no connection' && problem !== 'no answer in time'
  return { name, kind, reachable, key_valid: problem === 'the key was refused' ? false : null, models: null, duration_ms, problem }
}
