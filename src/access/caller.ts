import type { TokenLimits } from '../config/configuration.js'
import type { SignedIn } from './accounts/sessions.js'
import type { People, Team, User } from './people.js'
import { policyOf, type Policy } from './policy.js'
import { defined } from '../json/object.js'

/** Who sends a request, told apart by `kind`. */
export type Caller = TokenCaller | AdminCaller | SessionCaller | VisitorCaller

/** A platform token as the hot path knows it. The key itself is not stored, only its keyed hash. Whatever changes makes another object. */
export interface TokenCaller {
  readonly kind: 'token'
  readonly id: string
  readonly name: string
  /** Stored responses and other objects belong to the owner; all tokens of one owner share them. */
  readonly owner: string
  /** As they were set. */
  readonly limits: TokenLimits
  /** The same for the hot path. */
  readonly policy: Policy
  /** Whose token it is. */
  readonly user?: User | undefined
  /** Set for the token itself. */
  readonly ownTeam?: Team | undefined
  /** The token's own, or else its user's. */
  readonly team?: Team | undefined
  /** As much of the key as may be shown; absent for tokens of the configuration file. */
  readonly prefix?: string
  /** Milliseconds since the epoch; absent for tokens of the configuration file. */
  readonly createdAt?: number
  /** One more after each change; absent for tokens of the configuration file. */
  readonly version?: number
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Of a playground: the id of its session of the console. Its requests are traced. */
  readonly session?: string
}

/** A caller that is not a user. */
interface Nobody {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly policy: Policy
  readonly user?: undefined
  readonly team?: undefined
}

/** A caller with the admin key. */
export interface AdminCaller extends Nobody {
  readonly kind: 'admin'
}

/** Somebody who is signed in to the console. Counts there and for the admin API, never for the model endpoints. */
export interface SessionCaller {
  readonly kind: 'session'
  readonly id: string
  /** The user's. */
  readonly name: string
  readonly owner: string
  readonly policy: Policy
  readonly user: User
  readonly team?: Team | undefined
  readonly signedIn: SignedIn
}

/** Whoever asks the console before a sign-in. */
export interface VisitorCaller extends Nobody {
  readonly kind: 'visitor'
}

/** What a token is beside its limits. */
export type TokenIdentity = Pick<TokenCaller, 'id' | 'name' | 'owner' | 'user' | 'ownTeam' | 'prefix' | 'createdAt' | 'version' | 'session'>

export function sessionCaller(signedIn: SignedIn): SessionCaller {
  const { session, user } = signedIn
  return { kind: 'session', id: session.id, name: user.name, owner: user.id, policy: unlimited, user, team: user.team, signedIn }
}

const unlimited = policyOf({})

export const visitor: VisitorCaller = {
  kind: 'visitor',
  id: 'visitor',
  name: 'visitor',
  owner: 'visitor',
  policy: policyOf({ max_concurrent: 1000 }),
}

export function tokenCaller(identity: TokenIdentity, limits: TokenLimits): TokenCaller {
  const { id, name, owner, user, ownTeam, prefix, createdAt, version, session } = identity
  const { expires_at: expires } = limits
  return defined({
    kind: 'token',
    id,
    name,
    owner,
    user,
    ownTeam,
    team: ownTeam ?? user?.team,
    limits,
    policy: policyOf(limits, user?.role),
    prefix,
    createdAt,
    version,
    session,
    expiresAt: expires === undefined ? undefined : Date.parse(expires),
  })
}

/** The same token after its user or its team has changed. */
export function withPeople(caller: TokenCaller, people: People): TokenCaller {
  const [user, ownTeam] = [people.user(caller.user?.id), people.team(caller.ownTeam?.id)]
  return user === caller.user && ownTeam === caller.ownTeam ? caller : tokenCaller({ ...caller, user, ownTeam }, caller.limits)
}
