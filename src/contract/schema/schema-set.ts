import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { createAjv } from './ajv.js'
import { atPointer, type JsonSchema, type OpenApiDocument } from './json-schema.js'
import { isObject } from '../../json/object.js'
import { problemOf, type SchemaProblem } from './problem.js'
import { affinity, lookupIn, type Lookup } from './reading.js'
import { sharpen } from './sharpen.js'
import { pointer } from '../../json/pointer.js'

/** Says what is wrong with a value, or nothing. */
export type SchemaValidator = (value: unknown) => SchemaProblem | undefined

/**
 * The schemas of one bundled OpenAPI document, compiled when they are first asked for. Serves the requests of clients, and
 * tests that hold each reply and each stream event against the contract.
 */
export class SchemaSet {
  readonly #ajv: Ajv2020 = createAjv()
  readonly #lookup: Lookup
  readonly #validators = new Map<string, SchemaValidator>()

  constructor(private readonly document: OpenApiDocument) {
    this.#lookup = lookupIn(document)
    this.#ajv.addSchema(sharpen(document, documentId), documentId)
  }

  /** Names of the component schemas. */
  get names(): readonly string[] {
    return Object.keys(this.document.components?.schemas ?? {})
  }

  /** The validator of a component schema: `component('ChatCompletionRequest')`. Throws for a name that does not exist. */
  component(name: string): SchemaValidator {
    return this.at(pointer('#/components/schemas', name))
  }

  /** The validator of the schema at a pointer into the document. */
  at(pointer: string): SchemaValidator {
    const known = this.#validators.get(pointer)
    if (known !== undefined) return known
    if (atPointer(this.document, pointer) === undefined) throw new Error(`the contract has no schema ${pointer}`)
    const validate = this.#ajv.compile({ $ref: documentId + pointer })
    const validator: SchemaValidator = (value) => (validate(value) ? undefined : problemOf(this.#clearest(validate)))
    this.#validators.set(pointer, validator)
    return validator
  }

  /**
   * The error that helps most. Where a union could not be decided beforehand, it is the error of the branch that the value
   * comes nearest to: the one whose tags fit best, then the one whose problem lies deepest.
   */
  #clearest(validate: ValidateFunction, depth = 0): ErrorObject {
    const errors = (validate.errors ?? []).filter((error) => error.keyword !== 'if')
    const last = errors.at(-1)
    if (last === undefined) throw new Error('a schema failed without an error')
    if ((last.keyword !== 'oneOf' && last.keyword !== 'anyOf') || depth > deepestUnion || !Array.isArray(last.schema)) return last
    const candidates = last.schema.flatMap((branch: JsonSchema) => this.#branchError(branch, last, depth))
    return candidates.reduce<Candidate | undefined>(nearest, undefined)?.error ?? last
  }

  #branchError(branch: JsonSchema, union: ErrorObject, depth: number): Candidate[] {
    if (!isObject(branch)) return []
    // Ajv keeps what it compiled by the schema object's identity, so a branch is compiled once.
    const validate = this.#ajv.compile(branch)
    if (validate(union.data)) return []
    const error = this.#clearest(validate, depth + 1)
    const fit = isObject(union.data) ? affinity(branch, union.data, this.#lookup) : 0
    return [{ fit, error: { ...error, instancePath: union.instancePath + error.instancePath } }]
  }
}

const documentId = 'contract'
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
