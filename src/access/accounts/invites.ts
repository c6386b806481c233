import { hashTokenKey } from '../token-key.js'

/** A one-time code with which somebody sets a password. Times in milliseconds since the epoch. */
export interface Invite {
  /** Keyed hash of the code. */
  readonly hash: string
  /** Whose password; absent: that of the first account, which it makes. */
  readonly userId?: string | undefined
  readonly expiresAt: number
}

export interface KeptInvites {
  /** In place of the one before for the same user. */
  put(invite: Invite): Promise<void>
  find(hash: string): Promise<Invite | undefined>
  /** Whether it was there: a code is used once. */
  take(hash: string): Promise<boolean>
}

interface InviteOptions {
  readonly kept: KeptInvites
  readonly secretKey: string
  readonly now: number
  readonly randomBytes: (count: number) => Buffer
}

const lifeMs = 30 * 60_000
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The code of the first account is short enough to be typed: it is for half an hour, and wrong ones are throttled. */
const [firstLength, usualLength] = [8, 20]

/** Makes a code for this user, or for the first account. The code itself is not stored. */
export async function makeInvite({ kept, secretKey, now, randomBytes }: InviteOptions, userId?: string) {
  const code = newCode(userId === undefined ? firstLength : usualLength, randomBytes)
  const expiresAt = now + lifeMs
  await kept.put({ hash: hashOf(code, secretKey), userId, expiresAt })
  return { code, expiresAt }
}

/** The page where the code is used. `address`: the gateway's; one that stands for all interfaces is no host of the console. */
export function setUpLink(address: string, code: string): string {
  return `${address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, 'http://127.0.0.1')}/console/set-up?code=${code}`
}

/** The invite of a code that still works. */
export async function findInvite(code: string, { kept, secretKey, now }: Omit<InviteOptions, 'randomBytes'>): Promise<Invite | undefined> {
  const invite = await kept.find(hashOf(code, secretKey))
  return invite === undefined || invite.expiresAt <= now ? undefined : invite
}

/** However it is written: in small letters, without hyphens, with white space around. */
function hashOf(code: string, secretKey: string): string {
  return hashTokenKey(`invite ${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`, secretKey)
}

function newCode(length: number, randomBytes: (count: number) => Buffer): string {
  let letters = ''
  while (letters.length < length)
    for (const byte of randomBytes(length)) {
      const letter = alphabet[byte & 31]
      if (letter !== undefined && letters.length < length) letters += letter
    }
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}
