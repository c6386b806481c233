import type { Problem } from './check.js'
import type { ConfigurationFile } from './file.js'

/** Limits that cannot work together. */
export function checkLimits({ limits, timeouts }: ConfigurationFile): Problem | undefined {
  if (timeouts.header_ms > timeouts.request_ms)
    return { path: ['timeouts', 'header_ms'], expected: `expected at most request_ms, ${timeouts.request_ms}, found ${timeouts.header_ms}` }
  const least = 8 * limits.body_bytes
  if (limits.memory_bytes >= least) return undefined
  // One token may take half, and a body is there as it came and decoded, at twice the bytes where it is no Latin text.
  return { path: ['limits', 'memory_bytes'], expected: `expected at least ${least}, 8 times body_bytes, found ${limits.memory_bytes}` }
}
