import type { Accepts } from '../../exchange/fitting/accepts.js'
import { modelGeneration } from './models.js'

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/, foreign: /[^a-zA-Z0-9_.-]/g, longest: 64 },
  toolSchemas: { complete: false, rootCombinators: true },
  // "Function calling with a response mime type: 'application/json' is unsupported", before the third generation.
  formatBesideTools: (model) => (modelGeneration(model) ?? 3) >= 3,
}
