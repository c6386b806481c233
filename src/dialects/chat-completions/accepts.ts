import type { Accepts } from '../../exchange/fitting/accepts.js'

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 },
  // From OpenAI's error messages: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
  // "array schema missing items".
  toolSchemas: { complete: true, rootCombinators: false },
  userIdLength: 64,
}
