import type { Configuration } from '../../config/index.js'
import { providerOf } from '../../providers/kinds.js'
import { probeProvider } from '../../relay/upstream/probe-provider.js'
import { UpstreamClient } from '../../relay/upstream/upstream-client.js'
import { upstreamFetch } from '../../relay/upstream/upstream-fetch.js'
import { newId } from '../../server/new-id.js'

/** What a provider answers to the cheapest request: for its list of models, else for one token. `null`: not known. */
export interface ProviderAnswer {
  readonly name: string
  readonly kind: string
  readonly reachable: boolean | null
  readonly key_valid: boolean | null
  readonly models: number | null
  readonly duration_ms: number | null
  readonly problem: string | null
}

export function failed({ reachable, problem }: ProviderAnswer): boolean {
  return reachable !== null && problem !== null
}

/** Asks all providers at once. */
export async function askProviders({ providers, models, timeouts }: Configuration): Promise<readonly ProviderAnswer[]> {
  const client = new UpstreamClient({ connectMs: timeouts.connect_ms })
  const fetch = upstreamFetch(client)
  const clock = (): number => performance.now()
  const targets = models.flatMap((model) => model.targets).filter(({ model }) => !model.includes('*'))
  try {
    return await Promise.all(
      providers.map(async (settings) => {
        const { name, kind } = settings
        const unknown = { name, kind, reachable: null, key_valid: null, models: null, duration_ms: null }
        if (kind === 'local') return { ...unknown, problem: 'begins with the gateway' }
        const usualModel = targets.find(({ provider }) => provider === name)?.model
        const { asked, ...answer } = await probeProvider(providerOf(settings), { usualModel, fetch, clock, newId })
        return asked === 'nothing' ? { ...unknown, problem: answer.problem } : { name, kind, ...answer }
      }),
    )
  } finally {
    await client.close()
  }
}
