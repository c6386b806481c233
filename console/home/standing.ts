import { isObject, objectOf, objectsOf, textOf, type JsonObject } from '../../src/json/object.js'
import { addressOf } from '../router/base-path.js'

/** How the gateway stands, in words, and what the page can fill in. */
export interface Standing {
  readonly kind: 'good' | 'warning' | 'bad'
  readonly words: string
  readonly baseAddress?: string | undefined
  readonly model?: string | undefined
  readonly setUpNeeded: boolean
  readonly signedIn: boolean
  /** Who is signed in. */
  readonly user?: string | undefined
}

export async function readStanding(): Promise<Standing> {
  const [ready, session] = await Promise.all([get('/readyz'), get('/api/console/session')])
  const state = textOf(session?.state)
  const known = {
    baseAddress: textOf(session?.base_address),
    setUpNeeded: state === 'set_up_needed',
    signedIn: state === 'signed_in',
    user: textOf(objectOf(session?.user)?.name),
  }
  if (ready === undefined) return { ...known, kind: 'bad', words: 'The gateway does not accept requests now' }
  if (!known.signedIn) return { ...known, kind: 'good', words: 'The gateway accepts requests' }
  const models = objectsOf((await get('/api/console/models'))?.data)
  return { ...known, ...standingOf(models), model: textOf(models[0]?.name) }
}

/** A provider fails while the breaker of one of its targets is open. */
export function standingOf(models: readonly unknown[]): Pick<Standing, 'kind' | 'words'> {
  const targets = models.flatMap((model) => objectsOf(objectOf(model)?.targets))
  const providers = new Set(targets.map((target) => target.provider))
  const failing = new Set(targets.filter((target) => target.breaker === 'open').map((target) => target.provider))
  if (providers.size === 0) return { kind: 'warning', words: 'No model yet' }
  if (failing.size === 0)
    return { kind: 'good', words: providers.size === 1 ? 'The provider answers' : `All ${providers.size} providers answer` }
  return { kind: failing.size === providers.size ? 'bad' : 'warning', words: `${failing.size} of ${providers.size} providers failing` }
}

/** The names of the signed-in user's tokens that work, at most 50; an admin's among the first 1000 of everybody's. */
export async function readOwnTokens(user: string | undefined): Promise<readonly string[]> {
  return ownTokens(objectsOf((await get('/api/admin/tokens?limit=1000'))?.data), user, Date.now()).slice(0, 50)
}

/** Of tokens that the user may see. `now`: milliseconds since the epoch. */
export function ownTokens(tokens: readonly JsonObject[], user: string | undefined, now: number): readonly string[] {
  return tokens.flatMap(({ name, user: owner, expires_at: expires }) => {
    const works = typeof expires !== 'string' || Date.parse(expires) > now
    return works && (user === undefined || owner === user) ? (textOf(name) ?? []) : []
  })
}

/** An environment variable for the token of this name: `CI_BOT_TOKEN`. */
export function variableOf(name: string): string {
  const words = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
  return `${/^\d/.test(words) ? '_' : ''}${words}_TOKEN`
}

async function get(path: string) {
  try {
    const response = await fetch(addressOf(path), { headers: { accept: 'application/json' } })
    const body: unknown = await response.json()
    return response.ok && isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}
