import type { ErrorObject } from 'ajv'
import { isObject } from '../../json/object.js'
import { problemOf, type SchemaProblem } from './problem.js'

/** Says what is wrong with a value, or nothing. */
export type SchemaValidator = (value: unknown) => SchemaProblem | undefined

/** What Ajv makes of a schema, now or when the program was built. */
export interface CompiledSchema {
  (value: unknown): boolean
  errors?: ErrorObject[] | null | undefined
}

/** One branch of a union that nothing decides beforehand. */
export interface UnionBranch {
  readonly validate: CompiledSchema
  /** The members whose texts the branch fixes. */
  readonly tags: readonly Tag[]
}

export type Tag = readonly [name: string, texts: readonly string[]]

/** The branches of a union by the number that its errors carry. */
export type Unions = (number: number) => readonly UnionBranch[]

/** Explains the failures of a compiled schema; a valid value costs nothing beside the check. */
export function explaining(validate: CompiledSchema, unions: Unions): SchemaValidator {
  return (value) => (validate(value) ? undefined : problemOf(clearest(validate, value, unions, 0)))
}

/**
 * The error that helps most. Where a union could not be decided beforehand, it is the error of the branch that the value
 * comes nearest to: the one whose tags fit best, then the one whose problem lies deepest.
 */
function clearest(validate: CompiledSchema, value: unknown, unions: Unions, depth: number): ErrorObject {
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== 'if')
  const last = errors.at(-1)
  if (last === undefined) throw new Error('a schema failed without an error')
  const number: unknown = last.params['union']
  if (typeof number !== 'number' || depth > deepestUnion) return last
  const inner = valueAt(value, last.instancePath)
  let best: Candidate | undefined
  for (const branch of unions(number)) {
    if (branch.validate(inner)) continue
    const error = clearest(branch.validate, inner, unions, depth + 1)
    best = nearest(best, {
      fit: isObject(inner) ? affinity(branch.tags, inner) : 0,
      error: { ...error, instancePath: last.instancePath + error.instancePath },
    })
  }
  return best?.error ?? last
}

const deepestUnion = 20

interface Candidate {
  readonly error: ErrorObject
  /** How well the value's tags fit the branch. */
  readonly fit: number
}

function nearest(best: Candidate | undefined, candidate: Candidate): Candidate {
  if (best === undefined || candidate.fit > best.fit) return candidate
  if (candidate.fit < best.fit) return best
  return stepsOf(candidate.error) > stepsOf(best.error) ? candidate : best
}

const stepsOf = (error: ErrorObject) => problemOf(error).pointer.split('/').length

/** How well an object's tags fit: more for each member that has one of the texts fixed for it, much less for each that has another. */
function affinity(tags: readonly Tag[], value: Readonly<Record<string, unknown>>): number {
  let sum = 0
  for (const [name, texts] of tags) {
    const text = value[name]
    if (text !== undefined) sum += typeof text === 'string' && texts.includes(text) ? 1 : -10
  }
  return sum
}

function valueAt(value: unknown, pointer: string): unknown {
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return value
}
