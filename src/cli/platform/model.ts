import { defined, listOf, objectsOf, textOrEmpty, type JsonObject } from '../../json/object.js'
import type { CommandOptions } from '../command.js'
import { UsageError } from '../usage-error.js'
import { changing } from './changed.js'
import { settingsIn } from './entry-settings.js'
import { dollars, namesOf } from './limits.js'
import { listing } from './listing.js'

const path = '/api/admin/models'

export const list = listing(path, ['name', 'managed_by', 'aliases', 'targets'], {
  aliases: ({ aliases }) => listOf(aliases).join(' '),
  targets: ({ targets }) =>
    objectsOf(targets)
      .map(({ provider, model }) => `${textOrEmpty(provider)}/${textOrEmpty(model)}`)
      .join(' '),
})

export const create = changing(path, 'create', contentOf)
export const change = changing(path, 'change', contentOf)
export const remove = changing(path, 'delete')

/** Options go before what the file of `--settings` has. */
function contentOf(options: CommandOptions): JsonObject {
  const price = defined<JsonObject>({
    input_per_million_usd: dollars(options['input-price']),
    output_per_million_usd: dollars(options['output-price']),
  })
  return {
    ...settingsIn(options),
    ...defined<JsonObject>({
      targets: namesOf(options.targets)?.map(targetIn),
      aliases: namesOf(options.aliases),
      price: Object.keys(price).length === 0 ? undefined : price,
    }),
  }
}

/** `openai/gpt-x`; the model's own name may have slashes, too. */
function targetIn(text: string): { readonly provider: string; readonly model: string } {
  const slash = text.indexOf('/')
  if (slash < 1 || slash === text.length - 1)
    throw new UsageError(`--targets takes PROVIDER/MODEL, with commas between several, not ${JSON.stringify(text)}`)
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) }
}
