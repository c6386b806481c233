import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createExplainingAjv } from './ajv.js'
import { explaining, type SchemaValidator, type UnionBranch } from './explain.js'
import { isObject } from '../../json/object.js'
import { pointer } from '../../json/pointer.js'
import { atPointer, type JsonSchema, type OpenApiDocument } from './json-schema.js'
import { lookupIn, tagsOf } from './reading.js'
import { documentId, withDecidedUnions } from './decided-unions.js'

/**
 * The schemas of one bundled OpenAPI document, each compiled at its first use: for documents that are only known at run time, and for tests
 * that validate replies and stream events. The build compiles the schemas of the gateway's own operations.
 */
export class SchemaSet {
  readonly #unions: (readonly JsonSchema[])[] = []
  readonly #branches = new Map<number, readonly UnionBranch[]>()
  readonly #ajv: Ajv2020 = createExplainingAjv(this.#unions)
  readonly #validators = new Map<string, SchemaValidator>()

  constructor(private readonly document: OpenApiDocument) {
    this.#ajv.addSchema(withDecidedUnions(document), documentId)
  }

  /** Names of the component schemas. */
  get names(): readonly string[] {
    return Object.keys(this.document.components?.schemas ?? {})
  }

  /** The validator of a component schema: `component('ChatCompletionRequest')`. Throws for a name that does not exist. */
  component(name: string): SchemaValidator {
    return this.at(pointer('#/components/schemas', name))
  }

  /** The validator of the schema at a pointer into the document. Throws where there is none. */
  at(pointer: string): SchemaValidator {
    const known = this.#validators.get(pointer)
    if (known !== undefined) return known
    if (atPointer(this.document, pointer) === undefined) throw new Error(`the contract has no schema ${pointer}`)
    const validator = explaining(this.#ajv.compile({ $ref: documentId + pointer }), this.#union)
    this.#validators.set(pointer, validator)
    return validator
  }

  readonly #union = (number: number): readonly UnionBranch[] => {
    const known = this.#branches.get(number)
    if (known !== undefined) return known
    const lookup = lookupIn(this.document)
    const branches = (this.#unions[number] ?? [])
      .filter((branch) => isObject(branch))
      .map((branch) => ({ validate: this.#ajv.compile(branch), tags: tagsOf(branch, lookup) }))
    this.#branches.set(number, branches)
    return branches
  }
}
