import { objectsOf } from '../../json/object.js'
import type { Command } from '../command.js'
import { tokenClient } from './gateway-access.js'
import { cellOf, printTable } from './table.js'

/** `models`: the models that a token may use. */
export const models: Command = async (options) => {
  const { data } = await tokenClient(options).ask('GET', '/v1/models')
  const found = objectsOf(data)
  const columns = ['id', 'owned_by'] as const
  const rows = found.map((model) => columns.map((column) => cellOf(model[column])))
  printTable(options, { columns, rows }, { data: found })
  return 0
}
