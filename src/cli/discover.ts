import { configurationFor } from './configuration.js'
import { discoverFor } from './discovery.js'
import type { Command } from './command.js'

/** Shows which providers a start would discover. With a file that names providers nothing is discovered. */
export const discover: Command = async (options) => {
  const configuration = configurationFor(options, true)
  if (!configuration.discover) {
    const providers = configuration.providers.map(({ name, kind }) => ({ name, kind }))
    if (options.json) process.stdout.write(`${JSON.stringify({ providers, local_model: 'not_needed' })}\n`)
    else process.stdout.write(`The configuration names its providers: ${providers.map((provider) => provider.name).join(', ')}\n`)
    return 0
  }
  const { providers, models, findings, localModel } = await discoverFor(configuration)
  if (options.json) {
    const names = providers.map(({ name, kind }) => ({ name, kind }))
    process.stdout.write(
      `${JSON.stringify({ providers: names, models: models.map((model) => model.name), local_model: localModel.replace(' ', '_') })}\n`,
    )
  } else {
    process.stdout.write(findings.length === 0 ? 'No provider found.\n' : `${findings.join('\n')}\n`)
  }
  return 0
}
