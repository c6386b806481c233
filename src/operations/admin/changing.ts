import { actorOf } from '../../access/actor.js'
import { differences } from '../../json/differences.js'
import { unescapeStep } from '../../json/pointer.js'
import { maskMember } from '../../provisioning/secret-members.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { Change, MemberChange } from '../../store/audit-log.js'
import { ChangedMeanwhile } from '../../store/changed-meanwhile.js'
import type { Changeable } from '../../store/store.js'
import type { OperationServices } from '../operation.js'
import { fromDatabase } from './database.js'

const mostTries = 3

/**
 * Runs a change after those before it, so that it sees what they have done. Where another gateway at the same database has changed the
 * object, it runs once more with what that one has made of it. Resolves when it counts in every process of this gateway.
 */
export async function inTurn<Value>({ platform }: OperationServices, change: () => Promise<Value>): Promise<Value> {
  const changed = await platform.changes.run(async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await change()
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries === mostTries) throw error
        await fromDatabase(platform.refresh())
      }
    }
  })
  await platform.workers?.heard()
  return changed
}

/** What a request changes. `before`, `after`: what is set of the object; absent where it is new, or is gone. */
export interface Changed extends Pick<Change, 'action' | 'object' | 'name'> {
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/** Makes a change in the database, with its entry in the audit log. */
export function recorded<Value>(
  request: Pick<GatewayRequest, 'id' | 'caller' | 'incoming'>,
  { platform, relay }: OperationServices,
  { before, after, ...change }: Changed,
  make: (changed: Changeable) => Promise<Value>,
): Promise<Value> {
  const { id: requestId, caller, incoming } = request
  const entry = {
    ...change,
    at: relay.now(),
    actor: platform.command === undefined ? actorOf(caller) : { kind: 'command' as const, name: platform.command },
    requestId,
    address: incoming.socket.remoteAddress,
    members: memberChanges(before, after),
  }
  return fromDatabase(platform.recorded(entry, make))
}

/** The members that differ, as they may be shown. */
export function memberChanges(before: object | undefined, after: object | undefined): MemberChange[] {
  return differences(before, after).map(({ at, before: old, after: now }) => ({
    member: at,
    before: shown(old, at),
    after: shown(now, at),
  }))
}

const longest = 4000

/** Without secrets. Long lists are cut: the log is read by people. */
function shown(value: unknown, at: string): unknown {
  if (value === undefined) return null
  const masked = maskMember(value, at.slice(1).split('/').map(unescapeStep))
  const text = JSON.stringify(masked)
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : masked
}
