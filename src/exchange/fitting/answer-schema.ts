import { isObject } from '../../json/object.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, JsonSchema } from '../request.js'
import { hasType, mapSchema, withoutNulls } from './schema-walk.js'

/** What the provider of structured answers asks of their schema. */
export interface AnswerSchemaRules {
  /** Every object says `additionalProperties: false`. */
  readonly closedObjects: boolean
  /** Keywords that are refused; the description of the value says them instead. */
  readonly described: readonly string[]
  /** The formats of texts that are known; absent: all. */
  readonly formats?: readonly string[]
}

/** The conversation with a schema of its answer that the provider takes. */
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

/** The schema as the rules want it; what is only described from now on is booked once, at `at`. */
export function fitAnswerSchema(schema: JsonSchema, rules: AnswerSchemaRules, at: string, ledger: LossLedger): JsonSchema {
  const described = new Set<string>()
  const opened = { count: 0 }
  const fitted = mapSchema(schema, (each) => {
    const plain = inWords(withoutNulls(each), rules, described)
    return rules.closedObjects ? closed(plain, opened) : plain
  })
  if (described.size > 0)
    ledger.approximate(at, `the provider's schemas have no ${[...described].join(', ')}: the descriptions say it, and nothing enforces it`)
  if (opened.count > 0) ledger.approximate(at, 'objects of the answer have no members but those that the schema names')
  return fitted
}

function inWords(schema: JsonSchema, rules: AnswerSchemaRules, seen: Set<string>): JsonSchema {
  const names = Object.keys(schema).filter((name) => rules.described.includes(name) || (name === 'format' && !knows(rules, schema[name])))
  if (names.length === 0) return schema
  for (const name of names) seen.add(name)
  const said = names.map((name) => `${name}: ${JSON.stringify(schema[name])}`).join(', ')
  const { description } = schema
  const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
  return { ...kept, description: typeof description === 'string' && description !== '' ? `${description} (${said})` : said }
}

function knows({ formats }: AnswerSchemaRules, format: unknown): boolean {
  return formats === undefined || (typeof format === 'string' && formats.includes(format))
}

function closed(schema: JsonSchema, opened: { count: number }): JsonSchema {
  if (!hasType(schema, 'object') && !isObject(schema['properties'])) return schema
  const additional = schema['additionalProperties']
  if (additional === false) return schema
  if (additional !== undefined) opened.count++
  return { ...schema, additionalProperties: false }
}
