import type { PlatformAttempt, PlatformLoss, PlatformRequest } from '../../../generated/platform/model/index.js'
import { refuse } from '../../exchange/error.js'
import type { BookedRequest, RequestQuery } from '../../store/request-repository.js'
import type { OperationHandler } from '../operation.js'
import { fromDatabase } from './database.js'

const usualLimit = 100

/** `GET /api/admin/requests` */
export const listRequests: OperationHandler<'listRequests'> = async (_request, { platform }, { token, limit = usualLimit, after }) => {
  const before = after === undefined ? undefined : placeIn(after)
  const found = await fromDatabase(
    platform.requests.list({
      limit: limit + 1,
      ...(token === undefined ? {} : { token }),
      ...(before === undefined ? {} : { before }),
    }),
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    status: 200,
    body: { data: page.map(shown), next: found.length > limit && last !== undefined ? `${last.started_at}_${last.id}` : null },
  }
}

function placeIn(after: string): RequestQuery['before'] {
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(.+)$/.exec(after) ?? []
  if (startedAt === undefined || id === undefined) throw refuse('after', 'after is none that a list here has named as next')
  return { startedAt, id }
}

function shown(request: BookedRequest): PlatformRequest {
  const { id, token_id: _token, attempts, losses, ...rest } = request
  return {
    request_id: id,
    style: null,
    model: null,
    provider: null,
    upstream_model: null,
    first_byte_ms: null,
    ...rest,
    outcome: rest.outcome as PlatformRequest['outcome'],
    usage_source: rest.usage_source as PlatformRequest['usage_source'],
    attempts: JSON.parse(attempts) as PlatformAttempt[],
    losses: losses == null ? [] : (JSON.parse(losses) as PlatformLoss[]),
  }
}
