import { isDeepStrictEqual } from 'node:util'
import { ConfigurationError } from '../config/problem.js'
import type { Configuration, ConfiguredProvider } from '../config/index.js'
import { locateLocalModel, startLocalModel, type LocalModel } from '../providers/local/index.js'
import { localWorkerPath, programDirectory } from './discovery.js'
import { defined } from '../json/object.js'

interface StartedLocalModels {
  readonly configuration: Configuration
  stop(): Promise<void>
}

/** Starts the process of every provider of the kind `local` and gives those providers its address and key. */
export async function startLocalModels(configuration: Configuration, onCrash: (detail: string) => void): Promise<StartedLocalModels> {
  const started: LocalModel[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((model) => model.stop()))
  }
  const providers: ConfiguredProvider[] = []
  try {
    for (const provider of configuration.providers) {
      if (provider.kind !== 'local') {
        providers.push(provider)
        continue
      }
      const model = await startOne(provider, onCrash)
      started.push(model)
      providers.push({ ...provider, base_url: model.baseUrl, api_key: model.apiKey })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { configuration: { ...configuration, providers }, stop }
}

/** The providers of a file that was read again, with the addresses of processes that run already; another local model needs a restart. */
export function withStartedModels(configuration: Configuration, before: Configuration, started: Configuration): Configuration {
  const providers = configuration.providers.map((provider) => {
    if (provider.kind !== 'local') return provider
    const same = before.providers.find(({ name }) => name === provider.name)
    const running = started.providers.find(({ name }) => name === provider.name)
    if (running === undefined || !isDeepStrictEqual(same, provider))
      throw new ConfigurationError(`The provider ${provider.name} (kind local) has changed, which needs a restart`)
    return running
  })
  return { ...configuration, providers }
}

async function startOne({ name, settings }: ConfiguredProvider, onCrash: (detail: string) => void): Promise<LocalModel> {
  const { model_path: modelPath } = settings
  const located = locateLocalModel(defined({ programDirectory, modelPath: typeof modelPath === 'string' ? modelPath : undefined }))
  if ('missing' in located) throw new ConfigurationError(`The provider ${name} (kind local) cannot be used: ${located.missing}.`)
  const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
  const [threads, contextTokens, queue, deadlineMs] = [
    settings['threads'],
    settings['context_tokens'],
    settings['queue'],
    settings['deadline_ms'],
  ].map(number)
  return startLocalModel(
    defined({
      ...located,
      workerPath: localWorkerPath,
      onCrash,
      threads,
      contextTokens,
      queue,
      deadlineMs,
    }),
  )
}
