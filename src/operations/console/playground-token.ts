import { playgroundLimits } from '../../access/accounts/playground-limits.js'
import { tokenCaller, type TokenCaller } from '../../access/caller.js'
import type { User } from '../../access/people.js'
import { hashTokenKey, tokenKey } from '../../access/token-key.js'
import { time } from '../admin/token-view.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { requireSession } from './session.js'

const lifeMs = 15 * 60_000

/** `POST /api/console/playground-token` */
export const createPlaygroundToken: OperationHandler<'createPlaygroundToken'> = ({ caller }, services) => {
  const { platform, relay } = services
  const { user, signedIn } = requireSession(caller)
  const key = tokenKey(platform.randomBytes(32))
  const now = relay.now()
  const until = now + lifeMs
  const session = signedIn.session.id
  platform.tokens.playground.put(
    session,
    hashTokenKey(key, platform.secretKey),
    { caller: playgroundOf(user, session, services), until },
    now,
  )
  return { status: 200, body: { key, expires_at: time(until) } }
}

/** The token of a user's playground: one in the books, however many sessions there are. No other token has a name with spaces. */
export function playgroundOf(user: User, session: string, { platform }: OperationServices): TokenCaller {
  const own = platform.tokens.all().filter((token) => token.user?.id === user.id)
  return tokenCaller(
    { id: `playground:${user.id}`, name: `playground of ${user.name}`, owner: user.id, user, session },
    playgroundLimits(
      user,
      own.map(({ limits }) => limits),
    ),
  )
}
