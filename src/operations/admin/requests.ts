import type { Operations } from '../../../generated/operations.js'
import type { PlatformAttempt, PlatformLoss, PlatformRequest, PlatformTrace } from '../../../generated/platform/model/index.js'
import type { Caller } from '../../access/caller.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { BookedRequest } from '../../store/booking/staged-request.js'
import type { RequestFilters, RequestPlace } from '../../store/request-query.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { fromDatabase } from './database.js'
import { onlyOwn } from './own.js'
import { defined } from '../../json/object.js'
import { sendTable, type TableRow } from './send-table.js'

const usualLimit = 100
const rowsAtOnce = 1000

/** `GET /api/admin/requests` */
export const listRequests: OperationHandler<'listRequests'> = async ({ caller }, { platform }, { limit = usualLimit, after, ...asked }) => {
  const filters = filtersOf(asked, caller)
  const before = after === undefined ? undefined : placeIn(after)
  const { requests, next } = await fromDatabase(platform.requests.list(defined({ ...filters, limit, before })))
  return {
    status: 200,
    body: { data: requests.map(shown), next: next === undefined ? null : `${next.startedAt}_${next.id}` },
  }
}

/** `GET /api/admin/requests/{request_id}` */
export const getRequest: OperationHandler<'getRequest'> = async ({ caller }, { platform }, { request_id: id }) => {
  const request = await fromDatabase(platform.requests.find(id))
  const own = onlyOwn(caller)
  if (request === undefined || (own !== undefined && request.user_id !== own.id))
    throw new GatewayFailure({ kind: 'not_found', message: 'There is no record of this request.' })
  const bodies = await fromDatabase(platform.bodies.find(id))
  const { request: sent = null, reply: answered = null, trace = null } = bodies ?? {}
  return {
    status: 200,
    body: { ...shown(request), request_body: sent, reply_body: answered, trace: trace === null ? null : traced(trace, sent) },
  }
}

/** The client's body is kept beside the trace. */
function traced(text: string, body: string | null): PlatformTrace {
  const { client_request, ...trace } = JSON.parse(text) as PlatformTrace
  return { ...trace, client_request: { ...client_request, body } }
}

/** `GET /api/admin/requests/export` */
export const exportRequests: OperationHandler<'exportRequests'> = (request, { platform }, { format = 'csv', ...asked }) => {
  return sendTable(request, { name: 'requests', format, columns }, rows(filtersOf(asked, request.caller), platform))
}

async function* rows(filters: RequestFilters, platform: OperationServices['platform']): AsyncGenerator<readonly TableRow[]> {
  let before: RequestPlace | undefined
  do {
    const page = await fromDatabase(platform.requests.list(defined({ ...filters, limit: rowsAtOnce, before })))
    yield page.requests.map((request) => {
      const object = shown(request)
      return { object, cells: columns.map((column) => cellOf(object[column])) }
    })
    before = page.next
  } while (before !== undefined)
}

type Asked = Operations['exportRequests']['parameters']

function filtersOf({ from, to, ...equal }: Omit<Asked, 'format'>, caller: Caller): RequestFilters {
  const own = onlyOwn(caller)
  return {
    ...equal,
    ...(own === undefined ? {} : { owner: own.name }),
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  }
}

function placeIn(after: string): RequestPlace {
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(.+)$/.exec(after) ?? []
  if (startedAt === undefined || id === undefined) throw refuse('after', 'after is none that a list here has named as next')
  return { startedAt, id }
}

/** The order of CSV. */
const columns = [
  ...(['request_id', 'started_at', 'token', 'owner', 'team', 'end_user', 'tags', 'style', 'model', 'provider', 'upstream_model'] as const),
  ...(['status', 'outcome', 'error', 'duration_ms', 'first_byte_ms', 'input_tokens', 'output_tokens', 'cached_input_tokens'] as const),
  ...(['cache_write_input_tokens', 'reasoning_output_tokens', 'usage_source', 'cost_usd', 'cost_source', 'attempts', 'losses'] as const),
]

function cellOf(value: PlatformRequest[(typeof columns)[number]]): string | number | null {
  if (typeof value !== 'object' || value === null) return value
  return value.length === 0 ? null : JSON.stringify(value)
}

function shown(request: BookedRequest): PlatformRequest {
  const { id, token_id: _token, user_id: _user, team_id: _team, attempts, losses, tags, ...rest } = request
  return {
    request_id: id,
    ...rest,
    tags: tags === null ? [] : tags.split(','),
    outcome: rest.outcome as PlatformRequest['outcome'],
    usage_source: rest.usage_source as PlatformRequest['usage_source'],
    cost_source: rest.cost_source as PlatformRequest['cost_source'],
    attempts: JSON.parse(attempts) as PlatformAttempt[],
    losses: losses === null ? [] : (JSON.parse(losses) as PlatformLoss[]),
  }
}
