import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(16 * 256)
let used = pool.length

/** `prefix` and 128 random bits as hexadecimal digits, from a pool of random bytes that is refilled when it is used up. */
export function newId(prefix: string): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = prefix + pool.toString('hex', used, used + 16)
  used += 16
  return id
}
