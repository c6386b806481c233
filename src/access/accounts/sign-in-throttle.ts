import { GatewayFailure } from '../../exchange/error.js'

const freeFailures = 5
const [firstWaitMs, longestWaitMs] = [60_000, 15 * 60_000]
/** After so long without a failure, failures are forgotten. */
const rememberedMs = 60 * 60_000

interface Failures {
  count: number
  lastAt: number
}

/**
 * Makes guessing slow: after five failures of one name from one address a wait, which doubles at each further failure. Other
 * names and other addresses do not wait. Limited in memory: the oldest failures are forgotten first.
 */
export class SignInThrottle {
  readonly #failures = new Map<string, Failures>()

  constructor(
    private readonly now: () => number,
    private readonly capacity = 10_000,
  ) {}

  /**
   * To be called before a password or a code is checked: counts a failure in advance, so that attempts at the same time count too. Throws
   * a 429 while there is a wait.
   */
  begin(name: string, address: string | undefined): void {
    const key = keyOf(name, address)
    const now = this.now()
    const known = this.#failures.get(key)
    const failures = known === undefined || now - known.lastAt > rememberedMs ? { count: 0, lastAt: now } : known
    const waitMs = failures.lastAt + waitAfter(failures.count) - now
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    failures.count += 1
    failures.lastAt = now
    // Behind all others, since it is the newest now.
    this.#failures.delete(key)
    this.#failures.set(key, failures)
    if (this.#failures.size > this.capacity) for (const oldest of this.#failures.keys()) if (this.#failures.delete(oldest)) break
  }

  succeeded(name: string, address: string | undefined): void {
    this.#failures.delete(keyOf(name, address))
  }

  get size(): number {
    return this.#failures.size
  }
}

function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(firstWaitMs * 2 ** Math.min(failures - freeFailures, 10), longestWaitMs)
}

/** One subscriber of IPv6 has at least a /64. */
function keyOf(name: string, address = ''): string {
  const network = address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address
  return `${network} ${name.trim().toLowerCase().slice(0, 254)}`
}

function tooMany(seconds: number): GatewayFailure {
  return new GatewayFailure({
    kind: 'rate_limit_exceeded',
    message: `Too many attempts that failed. Try again in ${seconds}s.`,
    retryAfterSeconds: seconds,
  })
}
