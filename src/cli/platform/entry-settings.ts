import { parseDocument } from 'yaml'
import { isObject, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import type { CommandOptions } from '../command.js'
import { readInput } from '../read-input.js'

/** The members in the file of `--settings`, written as an entry of anywire.yaml. */
export function settingsIn({ settings }: Pick<CommandOptions, 'settings'>): JsonObject {
  if (settings === undefined) return {}
  const document = parseDocument(readInput(settings))
  const [problem] = document.errors
  if (problem !== undefined) throw new CommandError(`${settings} has no YAML or JSON: ${problem.message.split('\n')[0] ?? ''}`)
  const content: unknown = document.toJS()
  if (!isObject(content)) throw new CommandError(`${settings} has no object`, 'write members as in an entry of anywire.yaml')
  return content
}
