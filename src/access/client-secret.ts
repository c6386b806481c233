import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseObject } from '../json/object.js'

/** What a client secret says. It is signed and nowhere stored, so that every gateway of a database knows it, also after a restart. */
export interface ClientSecret {
  /** The token that made it, with which it ends. */
  readonly tokenId: string
  /** The only model that may be used with it; absent: any model of the token. */
  readonly model?: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

const mark = 'ek_'
/** As credentials are limited. */
const mostLength = 512

/** The secret as text; `undefined` where its names are too long for a credential. */
export function writeClientSecret({ tokenId, model, until }: ClientSecret, secretKey: string): string | undefined {
  const body = Buffer.from(JSON.stringify({ t: tokenId, u: until, m: model })).toString('base64url')
  const text = `${mark}${body}.${signature(body, secretKey).toString('base64url')}`
  return text.length > mostLength ? undefined : text
}

/** `undefined` for a text that is not a secret of this gateway, and for an expired secret. */
export function readClientSecret(text: string, secretKey: string, now: number): ClientSecret | undefined {
  if (!text.startsWith(mark) || text.length > mostLength) return undefined
  const [body = '', signed = '', ...more] = text.slice(mark.length).split('.')
  const [given, right] = [Buffer.from(signed, 'base64url'), signature(body, secretKey)]
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const { t: tokenId, u: until, m: model } = parseObject(Buffer.from(body, 'base64url').toString()) ?? {}
  if (typeof tokenId !== 'string' || typeof until !== 'number' || until <= now) return undefined
  return { tokenId, until, ...(typeof model === 'string' ? { model } : {}) }
}

/** Under a key of its own: no other text that the gateway signs can be a secret. */
function signature(body: string, secretKey: string): Buffer {
  return createHmac('sha256', secretKey).update(`client-secret\n${body}`).digest()
}
