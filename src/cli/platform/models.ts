import { isObject, listOf } from '../../json/object.js'
import type { Command } from '../command.js'
import { tokenClient } from './platform-client.js'
import { printTable } from './table.js'

/** `models`: the models that a token may use. */
export const models: Command = async (options) => {
  const { data } = await tokenClient(options).ask('GET', '/v1/models')
  const found = listOf(data).filter(isObject)
  const columns = ['id', 'owned_by'] as const
  const rows = found.map((model) => columns.map((column) => (typeof model[column] === 'string' ? model[column] : null)))
  printTable(options, { columns, rows }, { data: found })
  return 0
}
