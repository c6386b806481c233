import { Ajv, type ErrorObject } from 'ajv'
import { failureStatuses } from '../../exchange/error.js'
import { unescapeStep } from '../../json/pointer.js'
import type { ScriptFile } from './script.js'

/** What is wrong with a script, and where. */
export interface ScriptProblem {
  /** `['answers', 0, 'match']` */
  readonly path: readonly (string | number)[]
  /** Whether the key itself is wrong, not its value. */
  readonly key: boolean
  readonly expected: string
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0, maximum: 1_000_000 }
const milliseconds = { type: 'integer', minimum: 0, maximum: 60_000 }
const group = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const call = group({ name: { type: 'string', minLength: 1 }, arguments: { type: 'object' }, input: text }, ['name'])
const reply = group({
  reasoning: text,
  text,
  calls: { type: 'array', items: call, maxItems: 128 },
  refusal: text,
  finish: { enum: ['stop', 'length', 'content-filter'] },
})
const error = group(
  {
    kind: { enum: Object.keys(failureStatuses) },
    message: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    retry_after: { type: 'integer', minimum: 1, maximum: 86_400 },
    after: count,
  },
  ['kind'],
)
const match = group({
  text,
  model: text,
  path: { type: 'string', pattern: '^/' },
  stream: { type: 'boolean' },
  tool_result: text,
  answers: count,
})
const answer = group({
  match,
  reply: { type: ['string', 'object'], if: { type: 'object' }, then: reply },
  echo: { const: true },
  body: {},
  status: { type: 'integer', minimum: 200, maximum: 599 },
  error,
  delay_ms: milliseconds,
  stream: group({ pace_ms: milliseconds, cut: count }),
  times: { ...count, minimum: 1 },
})

/** The JSON Schema of a file of scripted answers. */
export const scriptSchema: object = group({ answers: { type: 'array', minItems: 1, maxItems: 10_000, items: answer } }, ['answers'])

const validate = new Ajv({ strict: false, messages: true, allErrors: false }).compile<ScriptFile>(scriptSchema)

export function checkScript(content: unknown): { readonly file: ScriptFile } | { readonly problem: ScriptProblem } {
  if (validate(content)) return { file: content }
  const [first] = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  return { problem: first === undefined ? { path: [], key: false, expected: 'expected a list of answers' } : problemOf(first, content) }
}

function problemOf({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject, content: unknown): ScriptProblem {
  const path = stepsOf(instancePath, content)
  const member: unknown = params['additionalProperty'] ?? params['missingProperty']
  if (keyword === 'additionalProperties') return { path: [...path, String(member)], key: true, expected: 'is not a key that is known here' }
  if (keyword === 'required') return { path, key: false, expected: `needs the key ${String(member)}` }
  const allowed: unknown = params['allowedValues']
  return { path, key: false, expected: Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message }
}

/** The steps of a JSON pointer; those into lists as numbers. */
function stepsOf(pointer: string, content: unknown): (string | number)[] {
  let value = content
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const name = unescapeStep(step)
      const key = Array.isArray(value) ? Number(name) : name
      value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
      return key
    })
}
