import { providerKinds, providerOf } from '../providers/kinds.js'
import type { ConnectionSettings } from '../providers/provider-settings.js'
import type { ModelSettings, ConfiguredProvider } from './configuration.js'
import { proxyFor } from '../providers/environment-proxy.js'
import { listModels, type ListOptions } from './list-models.js'
import type { Environment } from './substitute.js'

/** Providers and models that are found without a configuration file. */
export interface Discovered {
  readonly providers: readonly ConfiguredProvider[]
  readonly models: readonly ModelSettings[]
  /** One readable line for each provider. */
  readonly findings: readonly string[]
}

/** Servers on this machine, by their usual ports. They all speak OpenAI's chat API. */
const localServers: readonly { readonly name: string; readonly kind: string; readonly title: string; readonly port: number }[] = [
  { name: 'ollama', kind: 'ollama', title: 'Ollama', port: 11434 },
  { name: 'lm-studio', kind: 'lm-studio', title: 'LM Studio', port: 1234 },
  { name: 'llama-cpp', kind: 'openai-compatible', title: 'a llama.cpp server', port: 8080 },
  { name: 'vllm', kind: 'vllm', title: 'vLLM', port: 8000 },
]

export interface DiscoveryOptions extends ListOptions {
  readonly environment: Environment
  /** The same without `.env`; the whole where left out. */
  readonly own?: Environment
  /** The gateway's own port, which is not asked. */
  readonly ownPort: number
}

/**
 * Providers whose usual key variable is set; `own` is the environment without `.env`. Their models are named as they name them, `openai/gpt-x` or `gpt-x`.
 */
export function providersFromEnvironment(environment: Environment, own: Environment = environment): ConfiguredProvider[] {
  const providers: ConfiguredProvider[] = []
  for (const { kind, defaultBaseUrl, keyVariables, configuration } of providerKinds) {
    const { discovery } = configuration
    const key = firstSet(environment, keyVariables)
    if (discovery === undefined || key === undefined) continue
    // A `.env` file may come with somebody else's folder: it cannot send the machine's own key elsewhere.
    const trusted = firstSet(own, keyVariables) === key ? own : environment
    const address = (discovery.baseUrlVariable === undefined ? undefined : setValue(trusted, discovery.baseUrlVariable)) ?? defaultBaseUrl
    if (address === undefined || !URL.canParse(address)) continue
    providers.push({
      name: discovery.name,
      kind,
      base_url: withoutSlash(address),
      api_key: key,
      ...(configuration.chatApi === true ? { chat_api: discovery.chatApi ?? 'chat' } : {}),
      headers: {},
      passthrough: { prefixes: discovery.prefixes },
      ...connectionTo(address, environment),
      settings: {},
    })
  }
  return providers
}

function connectionTo(address: string, environment: Environment): { readonly connection?: ConnectionSettings } {
  const proxy = proxyFor(address, environment)
  return proxy === undefined ? {} : { connection: { proxy } }
}

/** Asks every provider of the environment and every usual local port for its models, all at once. */
export async function discoverProviders(options: DiscoveryOptions): Promise<Discovered> {
  const known = providersFromEnvironment(options.environment, options.own)
  const candidates = localServers
    .filter(({ port }) => port !== options.ownPort)
    .map(({ name, kind, title, port }) => ({ title, provider: localProvider(name, kind, `http://127.0.0.1:${port}/v1`) }))
  const [hosted, local] = await Promise.all([
    Promise.all(known.map(async (provider) => ({ provider, list: await listModels(providerOf(provider), 3000, options) }))),
    Promise.all(
      candidates.map(async ({ title, provider }) => ({ title, provider, list: await listModels(providerOf(provider), 500, options) })),
    ),
  ])
  const running = local.flatMap(({ list, ...server }) =>
    'models' in list && list.models.length > 0 ? [{ ...server, models: list.models }] : [],
  )
  const listed = hosted.flatMap(({ provider, list }) => ('models' in list ? [{ provider, models: list.models }] : []))
  return {
    providers: [...known, ...running.map(({ provider }) => provider)],
    models: modelsOf([...listed, ...running]),
    findings: [
      ...hosted.map(
        ({ provider, list }) =>
          `${provider.name}: ${'models' in list ? count(list.models) : `key found, but its models cannot be listed (${list.problem})`}`,
      ),
      ...running.map(({ provider, title, models }) => `${provider.name}: ${title} is running, ${count(models)}`),
    ],
  }
}

/** Bare names; where two providers have a model of one name, the first has the bare name and the other `provider/name`. */
function modelsOf(found: readonly { readonly provider: ConfiguredProvider; readonly models: readonly string[] }[]): ModelSettings[] {
  const all = new Map<string, ModelSettings>()
  for (const { provider, models } of found) {
    for (const model of models) {
      const name = all.has(model) ? `${provider.name}/${model}` : model
      if (!all.has(name)) all.set(name, { name, aliases: [], targets: [{ provider: provider.name, model }] })
    }
  }
  return [...all.values()]
}

function localProvider(name: string, kind: string, base_url: string): ConfiguredProvider {
  return { name, kind, base_url, chat_api: 'chat', headers: {}, passthrough: { prefixes: [] }, settings: {} }
}

const count = (models: readonly string[]): string => (models.length === 1 ? '1 model' : `${models.length} models`)

function setValue(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function firstSet(environment: Environment, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = setValue(environment, name)
    if (value !== undefined) return value
  }
  return undefined
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
