import type { MessagesOptionalCacheControl } from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { CacheHint } from '../../../exchange/part.js'
import { knownValue } from '../../../exchange/known-value.js'

const known = new Set(['type', 'ttl'])

export function readCacheHint(
  control: MessagesOptionalCacheControl | null | undefined,
  at: string,
  ledger: LossLedger,
): CacheHint | undefined {
  if (control === null || control === undefined) return undefined
  dropUnknown(control, known, at, ledger)
  const ttl = knownValue(control.ttl, `${at}/ttl`, ['5m', '1h'], ledger)
  return ttl === undefined ? { at } : { ttl: ttl.value, at }
}

export function cached(
  block: { readonly cache_control?: MessagesOptionalCacheControl | null },
  at: string,
  ledger: LossLedger,
): { cache: CacheHint } | Record<string, never> {
  const cache = readCacheHint(block.cache_control, `${at}/cache_control`, ledger)
  return cache === undefined ? {} : { cache }
}
