import { ConfigurationError, explainConfiguration, type Configuration } from '../../config/index.js'
import { askProviders, failed, type ProviderAnswer } from '../check/ask-providers.js'
import type { CommandOptions } from '../command.js'
import { configurationFor, loadOptions } from '../configuration.js'
import { discoverFor, withDiscovered } from '../discovery.js'
import { certificateFinding, clockFinding, proxyFinding } from './connections.js'
import { databaseFinding } from './database.js'
import type { Finding } from './finding.js'
import { memoryFinding, nodeFinding, openFilesFinding } from './machine.js'
import { portFinding } from './port.js'
import { secretFilesFinding } from './secret-files.js'
import { counted } from '../../observability/counted.js'

export async function findings(options: CommandOptions): Promise<readonly Finding[]> {
  const machine = [nodeFinding(), memoryFinding(), openFilesFinding()]
  const configuration = readConfiguration(options)
  if ('state' in configuration) return [...machine, configuration]
  const complete = configuration.discover ? withDiscovered(configuration, await discoverFor(configuration)) : configuration
  return [
    ...machine,
    { state: 'ok', about: 'configuration', what: configuration.file ?? 'none: providers are discovered' },
    ...configuration.warnings.map((what): Finding => ({ state: 'warn', about: 'configuration', what })),
    await portFinding(configuration),
    await databaseFinding(configuration),
    secretFilesFinding(configuration, explainConfiguration(loadOptions(options, true)).hasSecrets),
    proxyFinding(process.env),
    certificateFinding(process.env),
    ...providerFindings(await askProviders(complete)),
    ...(await clockFinding(complete)),
  ]
}

function readConfiguration(options: CommandOptions): Configuration | Finding {
  try {
    return configurationFor(options, true)
  } catch (error) {
    if (error instanceof ConfigurationError)
      return { state: 'fail', about: 'configuration', what: error.message, fix: 'anywire check names one mistake at a time' }
    throw error
  }
}

function providerFindings(answers: readonly ProviderAnswer[]): readonly Finding[] {
  if (answers.length === 0)
    return [
      {
        state: 'warn',
        about: 'providers',
        what: 'there are none',
        fix: 'set a key such as OPENAI_API_KEY, or write anywire.yaml: anywire init',
      },
    ]
  return answers.map((answer) => {
    const { name, reachable, problem } = answer
    const about = `provider ${name}`
    if (!failed(answer)) return { state: 'ok', about, what: problem ?? wellText(answer) }
    return {
      state: 'fail',
      about,
      what: problem ?? '',
      fix: reachable === false ? 'see base_url, proxy and the network' : 'see api_key and base_url',
    }
  })
}

function wellText({ models, duration_ms: ms }: ProviderAnswer): string {
  const what = models === null ? 'answers' : counted(models, 'model')
  return `${what}, ${ms ?? 0} ms`
}
