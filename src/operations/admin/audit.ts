import type { PlatformAuditEntry } from '../../../generated/platform/model/index.js'
import { refuse } from '../../exchange/error.js'
import { defined } from '../../json/object.js'
import type { ChangePlace, ChangeQuery, KeptChange } from '../../store/audit-log.js'
import type { OperationHandler } from '../operation.js'
import { fromDatabase } from './database.js'
import { time } from './token-view.js'

const usualLimit = 100

/** `GET /api/admin/audit` */
export const listChanges: OperationHandler<'listChanges'> = async (
  _request,
  { platform },
  { limit = usualLimit, after, from, to, ...equal },
) => {
  const query = defined<ChangeQuery>({
    ...equal,
    limit,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
    before: after === undefined ? undefined : placeIn(after),
  })
  const { changes, next } = await fromDatabase(platform.auditLog.list(query))
  return { status: 200, body: { data: changes.map(shown), next: next === undefined ? null : `${next.at}_${next.id}` } }
}

function placeIn(after: string): ChangePlace {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(aud_[0-9a-f]{32})$/.exec(after) ?? []
  if (at === undefined || id === undefined) throw refuse('after', 'after is none that a list here has named as next')
  return { at, id }
}

function shown({ id, at, actor, requestId, address, action, object, name, members }: KeptChange): PlatformAuditEntry {
  return {
    id,
    at: time(at),
    actor: { ...actor },
    request_id: requestId ?? null,
    address: address ?? null,
    action,
    object,
    name,
    changes: members.map((member) => ({ ...member })),
  }
}
