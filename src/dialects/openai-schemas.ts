import type { ToolSchemaRules } from '../exchange/fitting/tool-schema.js'

/**
 * What OpenAI's models accept in schemas of tools. Otherwise: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at
 * the top level", "array schema missing items".
 */
export const openaiToolSchemas: ToolSchemaRules = { complete: true, rootCombinators: false }
