import { csvLine, type CsvCell } from '../../accounting/csv.js'
import { completed } from '../../record/ending.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { idHeaders } from '../../relay/reply.js'

export interface TableSettings {
  /** Of the file that a browser makes of it. */
  readonly name: string
  readonly format: 'csv' | 'ndjson'
  /** The first line of CSV. */
  readonly columns: readonly string[]
}

export interface TableRow {
  /** A line of NDJSON. */
  readonly object: object
  /** A line of CSV. */
  readonly cells: readonly CsvCell[]
}

/** Sends a table of any length page by page, as fast as the client reads. */
export async function sendTable(
  request: GatewayRequest,
  settings: TableSettings,
  pages: AsyncIterator<readonly TableRow[]>,
): Promise<void> {
  const { response } = request
  const left = (): boolean => request.left
  // What the database refuses is still an answer with its own status.
  let page = await pages.next()
  if (left()) return
  const { name, format, columns } = settings
  response.writeHead(200, {
    ...idHeaders(request),
    'content-type': format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson',
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
  })
  if (format === 'csv') response.write(csvLine(columns))
  for (; page.done !== true && !left(); page = await pages.next()) {
    const text = page.value.map((row) => (format === 'csv' ? csvLine(row.cells) : `${JSON.stringify(row.object)}\n`)).join('')
    if (text !== '' && !response.write(text)) await readable(request)
  }
  if (left()) return
  request.record.ends(completed(200))
  response.end()
}

/** Resolves when the client has read what it was sent, or has left. */
function readable(request: GatewayRequest): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      request.response.off('drain', go)
      request.offLeave(go)
      resolve()
    }
    request.response.once('drain', go)
    request.onLeave(go)
  })
}
