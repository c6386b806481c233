import type { PlatformAttempt, PlatformLoss, PlatformRequest } from '../../../generated/platform/model/index.js'
import { refuse } from '../../exchange/error.js'
import type { BookedRequest } from '../../store/booking/staged-request.js'
import type { RequestQuery } from '../../store/request-repository.js'
import type { OperationHandler } from '../operation.js'
import { fromDatabase } from './database.js'
import { defined } from '../../json/object.js'

const usualLimit = 100

/** `GET /api/admin/requests` */
export const listRequests: OperationHandler<'listRequests'> = async (_request, { platform }, { token, limit = usualLimit, after }) => {
  const before = after === undefined ? undefined : placeIn(after)
  const found = await fromDatabase(
    platform.requests.list(
      defined({
        limit: limit + 1,
        token,
        before,
      }),
    ),
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
  const { id, attempts, losses } = request
  return {
    request_id: id,
    token: request.token,
    style: request.style,
    model: request.model,
    provider: request.provider,
    upstream_model: request.upstream_model,
    started_at: request.started_at,
    duration_ms: request.duration_ms,
    first_byte_ms: request.first_byte_ms,
    status: request.status,
    outcome: request.outcome as PlatformRequest['outcome'],
    input_tokens: request.input_tokens,
    output_tokens: request.output_tokens,
    cached_input_tokens: request.cached_input_tokens,
    usage_source: request.usage_source as PlatformRequest['usage_source'],
    cost_usd: request.cost_usd,
    attempts: JSON.parse(attempts) as PlatformAttempt[],
    losses: losses === null ? [] : (JSON.parse(losses) as PlatformLoss[]),
  }
}
