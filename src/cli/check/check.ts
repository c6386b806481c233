import type { Configuration } from '../../config/index.js'
import { defined } from '../../json/object.js'
import type { Command } from '../command.js'
import { remark } from '../complaint.js'
import { configurationFor } from '../configuration.js'
import { discoverFor, withDiscovered } from '../discovery.js'
import { alignedText } from '../platform/table.js'
import { askProviders, failed, type ProviderAnswer } from './ask-providers.js'
import { counted } from '../../observability/counted.js'

/** Says that the configuration is good, a bad one is thrown as an error; with `--live` whether its providers are, too. Exit code 1: one is not. */
export const check: Command = async (options) => {
  const configuration = configurationFor(options, true)
  const answers = options.live === true ? await askAll(configuration, options) : undefined
  const good = answers?.every((answer) => !failed(answer)) ?? true
  if (options.json) {
    const { file, warnings } = configuration
    process.stdout.write(`${JSON.stringify(defined({ file: file ?? null, good, warnings, providers: answers }))}\n`)
    return good ? 0 : 1
  }
  for (const warning of configuration.warnings) process.stdout.write(`${warning}\n`)
  process.stdout.write(`${configuration.file ?? 'The configuration without a file'} is good.\n`)
  if (answers !== undefined) process.stdout.write(`\n${tableOf(answers)}`)
  return good ? 0 : 1
}

async function askAll(configuration: Configuration, options: { readonly quiet?: boolean }): Promise<readonly ProviderAnswer[]> {
  const complete = configuration.discover ? withDiscovered(configuration, await discoverFor(configuration)) : configuration
  remark(options, `Asking ${counted(complete.providers.length, 'provider')} …`)
  return askProviders(complete)
}

function tableOf(answers: readonly ProviderAnswer[]): string {
  if (answers.length === 0) return 'No provider is configured or found.\n'
  const word = (value: boolean | null): string => (value === null ? '?' : value ? 'yes' : 'no')
  return alignedText({
    columns: ['provider', 'kind', 'reachable', 'key valid', 'models', 'ms', 'problem'],
    rows: answers.map(({ name, kind, reachable, key_valid: valid, models, duration_ms: ms, problem }) => [
      ...[name, kind, word(reachable), word(valid)],
      ...[models, ms, problem],
    ]),
  })
}
