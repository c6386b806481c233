import type { OperationId } from '../../../generated/operations.js'
import type { Caller } from '../../access/caller.js'
import type { User } from '../../access/people.js'

/** What members who are signed in may read of the admin API. Each of these asks {@link onlyOwn} what of it. */
const readable: ReadonlySet<string> = new Set<OperationId>([
  'listTokens',
  'getToken',
  'getUsage',
  'exportUsage',
  'listRequests',
  'getRequest',
  'exportRequests',
])

export function mayReadAsMember(operation: string | undefined): boolean {
  return operation !== undefined && readable.has(operation)
}

/** The member whose tokens, use and requests are all that this caller may read; `undefined`: the caller may read everybody's. */
export function onlyOwn(caller: Caller): User | undefined {
  return caller.kind === 'session' && caller.user.role === 'member' ? caller.user : undefined
}
