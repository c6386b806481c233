import type { WireObject } from '../dialect.js'

/**
 * The date sent upstream for a translated request. `2026-10-21` took `temperature`, `top_p` and `top_k` away and refuses cited user
 * text, so everything that a translation may write is valid under `2023-06-01` only; a pass-through keeps the client's own date.
 */
export function upstreamVersionFor(_wireRequest: WireObject): string {
  return '2023-06-01'
}
