import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { GatewayFailure } from '../../exchange/error.js'

/** Hashes that are made at the same time; each needs 32 MiB and one of Node's four threads for a tenth of a second. */
const mostAtOnce = 2
const mostWaiting = 50

/** The costs of new hashes. Each hash is stored with its own. */
const costs = { N: 2 ** 15, r: 8, p: 1 } as const
const [saltBytes, hashBytes] = [16, 32]

/** Hashes passwords and checks them, a few at a time. */
export class PasswordHasher {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** `scrypt$N$r$p$salt$hash` */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    const hash = await this.#derive(password, salt, costs)
    return ['scrypt', costs.N, costs.r, costs.p, salt.toString('base64'), hash.toString('base64')].join('$')
  }

  /** Without a stored hash the answer is `false`, after the same time. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const { salt, hash, ...own } = stored === undefined ? nobody : read(stored)
    const derived = await this.#derive(password, salt, own)
    return timingSafeEqual(derived, hash) && stored !== undefined
  }

  async #derive(password: string, salt: Buffer, own: Costs): Promise<Buffer> {
    await this.#turn()
    try {
      return await derive(password.normalize('NFC'), salt, { ...own, maxmem: 256 * own.N * own.r + 2 ** 20 })
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= mostAtOnce) {
      if (this.#waiting.length >= mostWaiting)
        throw new GatewayFailure({
          kind: 'overloaded',
          message: 'Too many passwords are being checked. Try again in 5s.',
          retryAfterSeconds: 5,
        })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running += 1
  }
}

interface Costs {
  readonly N: number
  readonly r: number
  readonly p: number
}

interface StoredHash extends Costs {
  readonly salt: Buffer
  readonly hash: Buffer
}

const nobody: StoredHash = { ...costs, salt: randomBytes(saltBytes), hash: Buffer.alloc(hashBytes) }

function read(stored: string): StoredHash {
  const [, N, r, p, salt, hash] =
    /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)$/.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('a stored password hash cannot be read')
  return { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
