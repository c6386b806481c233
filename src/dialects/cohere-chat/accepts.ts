import type { Accepts } from '../../exchange/fitting/accepts.js'

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,255}$/, forbidden: /[^a-zA-Z0-9_]/g, maxLength: 256 },
  toolSchemas: { complete: true, rootCombinators: true },
  // "response_format is not supported with tools".
  formatBesideTools: () => false,
}
