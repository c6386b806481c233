import { randomFillSync } from 'node:crypto'

const randomBytes = 16
const pool = Buffer.allocUnsafe(randomBytes * 256)
let used = pool.length
let time = 0
let timeDigits = ''

/**
 * `prefix` and 44 hexadecimal digits: milliseconds since the epoch, then 128 random bits. Ids grow with time, so that a database adds new
 * ones at the end of its index; among millions in random order each would read a page of its own.
 */
export function newId(prefix: string): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const now = Date.now()
  if (now !== time) {
    time = now
    timeDigits = now.toString(16).padStart(12, '0')
  }
  const id = prefix + timeDigits + pool.toString('hex', used, used + randomBytes)
  used += randomBytes
  return id
}
