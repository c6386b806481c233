import type { KeyPath } from './document.js'
import type { ConfigurationFile } from './file.js'

/**
 * Keys of this file that are accepted and do nothing yet: each is a warning at the start. Whoever makes one work takes
 * it out of here.
 */
export function keysWithoutEffect({ redis }: ConfigurationFile): KeyPath[] {
  const keys: KeyPath[] = []
  if (redis !== undefined) keys.push(['redis'])
  return keys
}
