import type { ErrorObject } from 'ajv'
import { isObject } from '../../json/object.js'
import { unescapeStep } from '../../json/pointer.js'
import { problemOf, type SchemaProblem } from './problem.js'

/** Returns the problem of a value; `undefined`: it is valid. */
export type SchemaValidator = (value: unknown) => SchemaProblem | undefined

/** A function that Ajv has compiled from a schema, at run time or in the build. */
export interface CompiledSchema {
  (value: unknown): boolean
  errors?: ErrorObject[] | null | undefined
}

/** One branch of a union that has no tag. */
export interface UnionBranch {
  readonly validate: CompiledSchema
  /** The members for which the branch allows only listed values. */
  readonly tags: readonly Tag[]
}

export type Tag = readonly [name: string, texts: readonly string[]]

/** The branches of a union by the number in its errors. */
export type Unions = (number: number) => readonly UnionBranch[]

/** A validator that explains the failures of a compiled schema; valid values are only checked. */
export function explaining(validate: CompiledSchema, unions: Unions): SchemaValidator {
  return (value) => (validate(value) ? undefined : problemOf(clearest(validate, value, unions, 0)))
}

/**
 * The most helpful error. For a union without a tag it is that of the nearest branch: the one whose tags fit best, then the one whose error
 * is deepest.
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

/** How well the tags of an object fit a branch: +1 for each member with an allowed value, -10 for each with another value. */
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
    value = Reflect.get(value, unescapeStep(step))
  }
  return value
}
