import type { ErrorObject } from 'ajv'
import { pointer as below } from '../../json/pointer.js'
import { counted } from '../../observability/counted.js'

/** A problem of a value, in one sentence for the client. */
export interface SchemaProblem {
  /** JSON pointer of the wrong or missing field; `''`: the value itself. */
  readonly pointer: string
  /** `must be string or array` */
  readonly expectation: string
  /** `/messages/0/content must be string or array` */
  readonly message: string
  /** The keyword of the schema that failed: `required`, `type`, `enum`, `minimum` … */
  readonly rule: string
}

/** The problem for an error of Ajv. */
export function problemOf(error: ErrorObject): SchemaProblem {
  const { pointer, expectation } = wording(error)
  return { pointer, expectation, message: `${pointer === '' ? 'the body' : pointer} ${expectation}`, rule: error.keyword }
}

function wording(error: ErrorObject): { pointer: string; expectation: string } {
  const pointer = error.instancePath
  const params = error.params as Readonly<Record<string, unknown>>
  switch (error.keyword) {
    case 'required':
      return { pointer: below(pointer, String(params['missingProperty'])), expectation: 'is required' }
    case 'discriminator':
      return { pointer: below(pointer, String(params['tag'])), expectation: tagExpectation(params['allowedValues']) }
    case 'type':
      return { pointer, expectation: `must be ${either([params['type']].flat())}` }
    case 'enum':
      return { pointer, expectation: `must be ${oneOf(params['allowedValues'])}` }
    case 'const':
      return { pointer, expectation: `must be ${JSON.stringify(params['allowedValue'])}` }
    case 'minimum':
      return { pointer, expectation: `must be at least ${String(params['limit'])}` }
    case 'maximum':
      return { pointer, expectation: `must be at most ${String(params['limit'])}` }
    case 'exclusiveMinimum':
      return { pointer, expectation: `must be greater than ${String(params['limit'])}` }
    case 'exclusiveMaximum':
      return { pointer, expectation: `must be less than ${String(params['limit'])}` }
    case 'minItems':
      return { pointer, expectation: `must have at least ${counted(Number(params['limit']), 'item')}` }
    case 'maxItems':
      return { pointer, expectation: `must have at most ${counted(Number(params['limit']), 'item')}` }
    case 'minLength':
      return { pointer, expectation: `must have at least ${counted(Number(params['limit']), 'character')}` }
    case 'maxLength':
      return { pointer, expectation: `must have at most ${counted(Number(params['limit']), 'character')}` }
    case 'minProperties':
      return { pointer, expectation: `must have at least ${counted(Number(params['limit']), 'member')}` }
    case 'maxProperties':
      return { pointer, expectation: `must have at most ${counted(Number(params['limit']), 'member')}` }
    case 'pattern':
      return { pointer, expectation: `must match ${String(params['pattern'])}` }
    case 'format':
      return { pointer, expectation: `must be a valid ${String(params['format'])}` }
    case 'additionalProperties':
      return { pointer: below(pointer, String(params['additionalProperty'])), expectation: 'is not a known member' }
    case 'not':
    case 'false schema':
      return { pointer, expectation: 'has a value that is not allowed' }
    case 'oneOf':
    case 'anyOf':
      return { pointer, expectation: 'matches none of the allowed schemas' }
    default:
      return { pointer, expectation: 'is not valid' }
  }
}

function tagExpectation(texts: unknown): string {
  return Array.isArray(texts) && texts.length > 0 ? `must be ${oneOf(texts)}` : 'must be text'
}

const either = (words: readonly unknown[]) => list(words.map(String))

function oneOf(values: unknown): string {
  const texts = (Array.isArray(values) ? values : [values]).map((value) => JSON.stringify(value))
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${list(texts)}`
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}
