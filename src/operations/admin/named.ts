import type { Team, User } from '../../access/people.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { ObjectKind } from '../../store/audit-log.js'
import type { OperationServices } from '../operation.js'

/** The user that a body names; `undefined` where it names none. */
export function requireUser(name: string | null | undefined, { platform }: OperationServices): User | undefined {
  if (name === null || name === undefined) return undefined
  const user = platform.people.userNamed(name)
  if (user === undefined) throw refuse('/user', `There is no user ${JSON.stringify(name)}.`)
  return user
}

/** The team that a body names; `undefined` where it names none. */
export function requireTeam(name: string | null | undefined, { platform }: OperationServices): Team | undefined {
  if (name === null || name === undefined) return undefined
  const team = platform.people.teamNamed(name)
  if (team === undefined) throw refuse('/team', `There is no team ${JSON.stringify(name)}.`)
  return team
}

/** An object of such a name would have an address that no client can send. */
export function requireAddressable(name: string): void {
  if (name === '.' || name === '..') throw refuse('/name', 'The name is part of an address: it is neither . nor ..')
}

export function nameTaken(what: ObjectKind, name: string): GatewayFailure {
  return new GatewayFailure({ kind: 'conflict', message: `There is a ${what} ${JSON.stringify(name)} already.`, param: '/name' })
}

/** A token of the configuration file is changed there, and whom it belongs to is kept. */
export function refuseOfFile(name: string, { platform }: OperationServices): void {
  const place = platform.filePlaces.get(name)
  if (place === undefined) return
  throw new GatewayFailure({
    kind: 'conflict',
    code: 'managed_by_file',
    message: `The token ${JSON.stringify(name)} belongs to the configuration file (${place}): change it there.`,
  })
}
