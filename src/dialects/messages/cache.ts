import type { MessagesOptionalCacheControl } from '../../../generated/messages/model/index.js'
import type { CacheHint } from '../../exchange/part.js'

export function readCacheHint(control: MessagesOptionalCacheControl | null | undefined, at: string): CacheHint | undefined {
  if (control === null || control === undefined) return undefined
  return control.ttl === undefined ? { at } : { ttl: control.ttl, at }
}

export function cached(
  block: { readonly cache_control?: MessagesOptionalCacheControl | null },
  at: string,
): { cache: CacheHint } | Record<string, never> {
  const cache = readCacheHint(block.cache_control, `${at}/cache_control`)
  return cache === undefined ? {} : { cache }
}
