import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

const mark = 'sk-aw-'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62⁴³ > 2²⁵⁶ and 62⁶ > 2³². */
const [secretLength, checksumLength] = [43, 6]

/** A new key: `sk-aw-`, 256 random bits, and a checksum that secret scanners can verify. `random` has 32 bytes. */
export function tokenKey(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('A token key is made of 32 random bytes.')
  const secret = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), secretLength)
  return `${mark}${secret}${checksumOf(secret)}`
}

/** Whether a text has the format and the checksum of a key. The key may still be unknown or expired. */
export function isTokenKey(text: string): boolean {
  if (!text.startsWith(mark) || text.length !== mark.length + secretLength + checksumLength) return false
  const secret = text.slice(mark.length, mark.length + secretLength)
  return checksumOf(secret) === text.slice(mark.length + secretLength)
}

/** The keyed hash under which a key is stored and found: HMAC-SHA-256, base64. */
export function hashTokenKey(key: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(key).digest('base64')
}

/** The part of a key that may be shown. */
export function tokenPrefix(key: string): string {
  return key.slice(0, Math.min(12, Math.floor(key.length / 2)))
}

function checksumOf(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumLength)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = (alphabet[Number(rest % 62n)] ?? '') + text
  return text
}
