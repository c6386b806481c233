import { providerKind } from '../providers/kinds.js'
import { defined } from '../json/object.js'
import { mendBaseUrl } from './base-url.js'
import type { Problem } from './check.js'
import { completeProvider, type ReachableProvider } from './complete.js'
import { readConnection, type ConnectionContext } from './connection.js'
import type { KeyPath } from './document.js'
import type { ProviderFile } from './file.js'

export interface Reached {
  readonly reached: ReachableProvider
  /** Of its `base_url`. */
  readonly warning?: string
}

/** The address of a provider without what people paste with it, and how it is reached. `path`: where the provider stands. */
export function reachProvider(provider: ProviderFile, path: KeyPath, context: ConnectionContext): Reached | { readonly problem: Problem } {
  const kind = providerKind(provider.kind)
  const mended = provider.base_url === undefined || kind === undefined ? undefined : mendBaseUrl(provider.base_url, kind)
  if (mended !== undefined && 'expected' in mended) return { problem: { path: [...path, 'base_url'], expected: mended.expected } }
  const address = mended?.address ?? kind?.defaultBaseUrl ?? kind?.baseUrl?.(completeProvider(provider))
  const read = readConnection(provider, address, path, context)
  if ('problem' in read) return read
  return defined<Reached>({
    reached: { provider: mended === undefined ? provider : { ...provider, base_url: mended.address }, connection: read.connection },
    warning: mended?.warning,
  })
}
