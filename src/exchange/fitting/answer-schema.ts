import { isObject } from '../../json/object.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, JsonSchema } from '../request.js'
import { hasType, mapSchema, withoutNulls } from './schema-walk.js'

/** What a provider requires of the schema of a structured answer. */
export interface AnswerSchemaRules {
  /** Whether every object must have `additionalProperties: false`. */
  readonly closedObjects: boolean
  /** Keywords that the provider refuses; they are moved into the `description` of their value. */
  readonly described: readonly string[]
  /** The values of `format` that the provider accepts; absent: all. */
  readonly formats?: readonly string[]
}

/** The conversation with an answer schema that the provider accepts. */
export function fitAnswer(
  conversation: ConversationRequest,
  rules: AnswerSchemaRules | undefined,
  ledger: LossLedger,
): ConversationRequest {
  const { output } = conversation
  if (rules === undefined || output?.value.type !== 'json-schema') return conversation
  const schema = fitAnswerSchema(output.value.schema, rules, output.at, ledger)
  return schema === output.value.schema ? conversation : { ...conversation, output: { value: { ...output.value, schema }, at: output.at } }
}

/** Changes a schema to follow the rules. Keywords that are now only described go to the ledger once, at the JSON pointer `at`. */
export function fitAnswerSchema(schema: JsonSchema, rules: AnswerSchemaRules, at: string, ledger: LossLedger): JsonSchema {
  const described = new Set<string>()
  const opened = { count: 0 }
  const fitted = mapSchema(schema, (each) => {
    const plain = describeKeywords(withoutNulls(each), rules, described)
    return rules.closedObjects ? closeObject(plain, opened) : plain
  })
  if (described.size > 0)
    ledger.approximate(at, `the provider does not support ${[...described].join(', ')} in schemas: moved to descriptions, not enforced`)
  if (opened.count > 0) ledger.approximate(at, 'the provider allows no additional properties in an answer')
  return fitted
}

function describeKeywords(schema: JsonSchema, rules: AnswerSchemaRules, seen: Set<string>): JsonSchema {
  const names = Object.keys(schema).filter(
    (name) => rules.described.includes(name) || (name === 'format' && !knowsFormat(rules, schema[name])),
  )
  if (names.length === 0) return schema
  for (const name of names) seen.add(name)
  const keywords = names.map((name) => `${name}: ${JSON.stringify(schema[name])}`).join(', ')
  const { description } = schema
  const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
  return { ...kept, description: typeof description === 'string' && description !== '' ? `${description} (${keywords})` : keywords }
}

function knowsFormat({ formats }: AnswerSchemaRules, format: unknown): boolean {
  return formats === undefined || (typeof format === 'string' && formats.includes(format))
}

function closeObject(schema: JsonSchema, opened: { count: number }): JsonSchema {
  if (!hasType(schema, 'object') && !isObject(schema['properties'])) return schema
  const additional = schema['additionalProperties']
  if (additional === false) return schema
  if (additional !== undefined) opened.count++
  return { ...schema, additionalProperties: false }
}
