import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkReferences } from '../config/check-names.js'
import { discoverProviders, type Discovered } from '../config/discovery.js'
import { ConfigurationError, keyPath } from '../config/problem.js'
import { readEnvironment, type Configuration, type ModelSettings, type ConfiguredProvider } from '../config/index.js'
import { UpstreamClient } from '../relay/upstream/upstream-client.js'
import { upstreamFetch } from '../relay/upstream/upstream-fetch.js'
import { locateLocalModel } from '../providers/local/index.js'
import { defined } from '../json/object.js'

/** Where the built program is: dist/, with local-model.js beside main.js. */
export const programDirectory = dirname(fileURLToPath(import.meta.url))
export const localWorkerPath = join(programDirectory, 'local-model.js')

export interface DiscoveryReport extends Discovered {
  /** `used`: it answers. `wanted`: nothing else was found, and it is not installed. */
  readonly localModel: 'used' | 'wanted' | 'not needed'
}

/** Discovers providers as a start without configured ones does. */
export async function discoverFor(configuration: Configuration): Promise<DiscoveryReport> {
  const environment = readEnvironment(process.env, configuration.file === undefined ? process.cwd() : dirname(configuration.file))
  const client = new UpstreamClient({ connectMs: configuration.timeouts.connect_ms })
  const found = await discoverProviders({
    environment,
    own: process.env,
    ownPort: configuration.server.port,
    fetch: upstreamFetch(client),
  }).finally(() => client.close())
  const modelPath = environment['ANYWIRE_LOCAL_MODEL']
  if (found.providers.length > 0 && modelPath === undefined) return { ...found, localModel: 'not needed' }
  const located = locateLocalModel(defined({ programDirectory, modelPath }))
  if ('missing' in located) {
    return { ...found, findings: [...found.findings, `The built-in local model cannot be used: ${located.missing}.`], localModel: 'wanted' }
  }
  const provider: ConfiguredProvider = {
    name: 'local',
    kind: 'local',
    headers: {},
    settings: modelPath === undefined ? {} : { model_path: modelPath },
  }
  const model: ModelSettings = {
    name: located.modelName,
    aliases: ['local'],
    targets: [{ provider: 'local', model: located.modelName }],
    max_output_tokens: 1024,
  }
  return {
    providers: [...found.providers, provider],
    models: [...found.models, model],
    findings: [...found.findings, `local: the built-in model ${located.modelName}`],
    localModel: 'used',
  }
}

/** The configuration with the discovered providers and models. Models of the file come first and may name discovered providers. */
export function withDiscovered(configuration: Configuration, found: Discovered): Configuration {
  const problem = checkReferences(configuration.models, found.providers)
  if (problem !== undefined)
    throw new ConfigurationError(`${configuration.file ?? 'configuration'}: ${keyPath(problem.path)}: ${problem.expected}`)
  const taken = new Set(configuration.models.flatMap((model) => [model.name, ...model.aliases]))
  return {
    ...configuration,
    providers: found.providers,
    models: [...configuration.models, ...found.models.filter((model) => !taken.has(model.name))],
  }
}
