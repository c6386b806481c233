import type { AnswerSchemaRules } from '../exchange/fitting/answer-schema.js'
import type { ToolSchemaRules } from '../exchange/fitting/tool-schema.js'

/** What Claude accepts in schemas of answers, at any provider. Source: "JSON Schema limitations" in Anthropic's page on structured outputs. */
export const claudeAnswerSchemas: AnswerSchemaRules = {
  closedObjects: true,
  described: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
    ...['maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
}

/** What Claude accepts in schemas of tools. Otherwise: "input_schema does not support oneOf, allOf, or anyOf at the top level". */
export const claudeToolSchemas: ToolSchemaRules = { complete: false, rootCombinators: false, strict: claudeAnswerSchemas }
