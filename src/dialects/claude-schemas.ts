import type { AnswerSchemaRules } from '../exchange/fitting/answer-schema.js'
import type { ToolSchemaRules } from '../exchange/fitting/tool-schema.js'

/** The schemas of answers that Claude takes, at any provider: Anthropic's documentation of structured outputs, "JSON Schema limitations". */
export const claudeAnswerSchemas: AnswerSchemaRules = {
  closedObjects: true,
  described: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
    ...['maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
}

/** "input_schema does not support oneOf, allOf, or anyOf at the top level". */
export const claudeToolSchemas: ToolSchemaRules = { complete: false, rootCombinators: false, strict: claudeAnswerSchemas }
