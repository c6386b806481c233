import type { Accepts } from '../../exchange/fitting/accepts.js'
import type { AnswerSchemaRules } from '../../exchange/fitting/answer-schema.js'

/** Anthropic's documentation of structured outputs, "JSON Schema limitations". */
const answerSchemas: AnswerSchemaRules = {
  closedObjects: true,
  described: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
    ...['maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
}

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, foreign: /[^a-zA-Z0-9_-]/g, longest: 64 },
  // "input_schema does not support oneOf, allOf, or anyOf at the top level".
  toolSchemas: { complete: false, rootCombinators: false, strict: answerSchemas },
  answerSchemas,
}
