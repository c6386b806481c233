import type { JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { remark } from '../complaint.js'
import { withAdmin } from './gateway-access.js'

type Use = Parameters<typeof withAdmin<JsonObject>>[1]

/** Makes one change of the object that the first word names. `done`: `created`, for the remark. */
export async function changed(options: CommandOptions, done: string, use: Use): Promise<number> {
  const result = await withAdmin(options, use)
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else remark(options, `${options.words[0] ?? ''} is ${done}.`)
  return 0
}

/** A command that makes, changes or deletes an object of a list of the admin API. `contentOf`: the members to send. */
export function changing(
  list: string,
  verb: 'create' | 'change' | 'delete',
  contentOf: (options: CommandOptions) => JsonObject = () => ({}),
): Command {
  return (options) => {
    const [name = ''] = options.words
    const path = `${list}/${encodeURIComponent(name)}`
    switch (verb) {
      case 'create': {
        const content = { ...contentOf(options), name }
        return changed(options, 'created', (client) => client.ask('POST', list, content))
      }
      case 'change': {
        const content = contentOf(options)
        return changed(options, 'changed', (client) => client.ask('PATCH', path, content))
      }
      case 'delete':
        return changed(options, 'deleted', (client) => client.ask('DELETE', path))
    }
  }
}
