import { objectOf, objectsOf, textOrEmpty } from '../../json/object.js'
import type { Command } from '../command.js'
import { withAdmin } from './gateway-access.js'
import { cellOf, printTable } from './table.js'

/** The newest changes, newest first. */
export const list: Command = async (options) => {
  const page = await withAdmin(options, (client) => client.ask('GET', '/api/admin/audit?limit=100'))
  const columns = ['at', 'actor', 'action', 'object', 'name', 'changes'] as const
  const changes = objectsOf(page['data'])
  const rows = changes.map(({ at, actor, action, object, name, changes: members }) => [
    cellOf(at),
    `${textOrEmpty(objectOf(actor)?.['kind'])} ${textOrEmpty(objectOf(actor)?.['name'])}`,
    ...[action, object, name].map(cellOf),
    objectsOf(members)
      .map(({ member }) => textOrEmpty(member))
      .join(' '),
  ])
  printTable(options, { columns, rows }, { data: changes })
  return 0
}
