import { isObject, listOf } from '../../json/object.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, FunctionTool, JsonSchema, Tool } from '../request.js'
import { fitAnswerSchema, type AnswerSchemaRules } from './answer-schema.js'
import { mapped } from './mapped.js'
import { hasType, mapSchema, withoutNulls } from './schema-walk.js'

/** What a provider requires of the schema of a tool's arguments. */
export interface ToolSchemaRules {
  /** Whether an object must have `properties` and an array `items`. */
  readonly complete: boolean
  /** Whether the root may have `anyOf`, `oneOf` and `allOf`. */
  readonly rootCombinators: boolean
  /** Whether `required` may name only properties that the schema has. */
  readonly requiredAreDeclared?: boolean
  /** Additional rules for tools with `strict: true`. */
  readonly strict?: AnswerSchemaRules
}

/** The conversation with schemas of arguments that the provider accepts. */
export function fitToolSchemas(conversation: ConversationRequest, rules: ToolSchemaRules, ledger: LossLedger): ConversationRequest {
  const tools = mapped(conversation.tools, (tool) => fitTool(tool, rules, ledger))
  return tools === conversation.tools ? conversation : { ...conversation, tools }
}

function fitTool(tool: Tool, rules: ToolSchemaRules, ledger: LossLedger): Tool {
  if (tool.type !== 'function' || tool.parameters === undefined) return tool
  const whole = mapSchema(tool.parameters, rules.complete ? (schema) => completed(withoutNulls(schema)) : withoutNulls)
  const plain = rules.requiredAreDeclared === true ? mapSchema(whole, withDeclared) : whole
  if (plain !== whole)
    ledger.approximate(tool.at, 'the provider refuses required arguments that the schema does not declare: they are not required')
  const fitted = plain === tool.parameters ? tool : { ...tool, parameters: plain }
  const flat = rules.rootCombinators ? fitted : withPlainRoot(fitted, plain, ledger)
  if (rules.strict === undefined || tool.strict?.value !== true || flat.parameters === undefined) return flat
  return { ...flat, parameters: fitAnswerSchema(flat.parameters, rules.strict, tool.at, ledger) }
}

/** Adds empty `properties` and `items`, which mean the same as none. */
function completed(schema: JsonSchema): JsonSchema {
  if (hasType(schema, 'object') && schema['properties'] === undefined) return completed({ ...schema, properties: {} })
  if (hasType(schema, 'array') && schema['items'] === undefined && schema['prefixItems'] === undefined) return { ...schema, items: {} }
  return schema
}

/** `required` without names of which the properties of this schema say nothing. */
function withDeclared(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  if (!Array.isArray(required) || !isObject(properties)) return schema
  const declared = listOf(required).filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  if (declared.length === required.length) return schema
  const { required: _all, ...rest } = schema
  return declared.length === 0 ? rest : { ...rest, required: declared }
}

const combinators = ['allOf', 'anyOf', 'oneOf'] as const

/**
 * Removes the combinators from the root: the properties of all alternatives move to the root, and the combinators into the description of
 * the tool, where the model reads them. The provider no longer enforces them.
 */
function withPlainRoot(tool: FunctionTool, parameters: JsonSchema, ledger: LossLedger): FunctionTool {
  const present = combinators.filter((name) => Array.isArray(parameters[name]))
  if (present.length === 0) return tool
  ledger.approximate(
    tool.at,
    `the provider accepts no ${present.join(', ')} at the root of a schema: moved to the tool's description, not enforced`,
  )
  const properties: Record<string, unknown> = {}
  const required = new Set(listOf(parameters['required']))
  for (const name of present)
    for (const branch of listOf(parameters[name])) {
      const resolved = resolve(branch, parameters)
      if (isObject(resolved['properties'])) Object.assign(properties, resolved['properties'])
      if (name === 'allOf') for (const member of listOf(resolved['required'])) required.add(member)
    }
  if (isObject(parameters['properties'])) Object.assign(properties, parameters['properties'])
  const constraints = present.map((name) => `${name}: ${JSON.stringify(parameters[name])}`).join('\n')
  const rest = Object.fromEntries(Object.entries(parameters).filter(([name]) => !combinators.some((combinator) => combinator === name)))
  return {
    ...tool,
    description: `${tool.description === undefined ? '' : `${tool.description}\n\n`}The arguments must also satisfy this JSON Schema:\n${constraints}`,
    parameters: { ...rest, type: 'object', properties, ...(required.size === 0 ? {} : { required: [...required] }) },
  }
}

/** An alternative, with a `$ref` to one of the schema's own definitions resolved. */
function resolve(branch: unknown, root: JsonSchema): JsonSchema {
  if (!isObject(branch)) return {}
  const reference = branch['$ref']
  const [, group, name] = typeof reference === 'string' ? (/^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? []) : []
  const definitions = group === undefined ? undefined : root[group]
  const found = isObject(definitions) && name !== undefined ? definitions[name] : undefined
  return isObject(found) ? found : branch
}
