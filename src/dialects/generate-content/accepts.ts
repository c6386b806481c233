import type { Accepts } from '../../exchange/fitting/accepts.js'
import { geminiModel } from './models.js'

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/, forbidden: /[^a-zA-Z0-9_.-]/g, maxLength: 64 },
  // A schema whose `required` names an undeclared property is a 400: "property is not defined".
  toolSchemas: { complete: false, rootCombinators: true, requiredAreDeclared: true },
  formatBesideTools: (model) => geminiModel(model)?.formatBesideTools ?? true,
}
