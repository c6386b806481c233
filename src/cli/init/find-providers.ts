import { discoverProviders } from '../../config/discovery.js'
import { readEnvironment, type ConfiguredProvider } from '../../config/index.js'
import { defined } from '../../json/object.js'
import { providerKind, providerKinds } from '../../providers/kinds.js'
import { UpstreamClient } from '../../relay/upstream/upstream-client.js'
import { upstreamFetch } from '../../relay/upstream/upstream-fetch.js'
import { usualAnswers } from './answers.js'
import type { FirstProvider } from './first-configuration.js'

interface Findings {
  /** Names of the providers whose key is set, and of the local servers that run. */
  readonly found: readonly string[]
  /** Names of all that need nothing but a key. */
  readonly offered: readonly string[]
  readonly named: (name: string) => readonly FirstProvider[]
}

const connectMs = 3000

export async function findProviders(folder: string): Promise<Findings> {
  const environment = readEnvironment(process.env, folder)
  const client = new UpstreamClient({ connectMs })
  const { providers } = await discoverProviders({
    environment,
    own: process.env,
    ownPort: usualAnswers.port,
    fetch: upstreamFetch(client),
  }).finally(() => client.close())
  const byKey = new Map(
    providerKinds.flatMap(({ kind, keyVariables, defaultBaseUrl, configuration: { discovery } }) => {
      if (discovery === undefined) return []
      const provider: ConfiguredProvider = defined({
        ...{ name: discovery.name, kind, headers: {}, passthrough: { prefixes: discovery.prefixes }, settings: {} },
        base_url: defaultBaseUrl,
        chat_api: discovery.chatApi,
      })
      const set = keyVariables.find((name) => (environment[name] ?? '').trim() !== '')
      return [[discovery.name, { provider, usualAddress: true, variable: set ?? keyVariables[0] ?? '' }] as const]
    }),
  )
  const here = new Map(providers.map((provider) => [provider.name, provider]))
  return {
    found: [...here.keys()],
    offered: [...byKey.keys()],
    named: (name) => {
      const known = byKey.get(name)
      const discovered = here.get(name)
      if (discovered === undefined) return known === undefined ? [] : [known]
      const usualAddress = providerKind(discovered.kind)?.defaultBaseUrl === discovered.base_url
      return [defined({ provider: discovered, usualAddress, variable: known?.variable })]
    },
  }
}
