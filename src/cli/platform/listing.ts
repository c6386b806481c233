import type { JsonObject } from '../../json/object.js'
import type { Command } from '../command.js'
import { withAdmin } from './gateway-access.js'
import { cellOf, printTable } from './table.js'

/** A command that shows the objects of a list of the admin API. `cells`: members whose value is not a cell by itself. */
export function listing(
  path: string,
  columns: readonly string[],
  cells: Readonly<Record<string, (object: JsonObject) => string>> = {},
): Command {
  return async (options) => {
    const found = await withAdmin(options, (client) => client.all(path, { limit: '1000' }))
    const rows = found.map((object) => columns.map((column) => cells[column]?.(object) ?? cellOf(object[column])))
    printTable(options, { columns, rows }, { data: found })
    return 0
  }
}
