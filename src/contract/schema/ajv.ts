import { Ajv2020, _, stringify, type CodeGen, type CodeKeywordDefinition, type Name, type Options } from 'ajv/dist/2020.js'
import anyOf from 'ajv/dist/vocabularies/applicator/anyOf.js'
import oneOf from 'ajv/dist/vocabularies/applicator/oneOf.js'
import discriminator from 'ajv/dist/vocabularies/discriminator/index.js'
import enumeration from 'ajv/dist/vocabularies/validation/enum.js'
import addFormats from 'ajv-formats'
import { defined, isObject } from '../../json/object.js'
import type { JsonSchema } from './json-schema.js'

/**
 * Ajv for the schemas of OpenAPI 3.1. Not strict, since documents have keywords of OpenAPI. It stops at the first error: the caller gets one
 * sentence, and hostile input cannot make the list of errors long.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, discriminator: true, addUsedSchema: false, ...options })
  addFormats.default(ajv)
  // Base64 may have many megabytes: a pattern would block the event loop. Whatever decodes it checks it.
  ajv.addFormat('byte', true)
  ajv.addFormat('binary', true)
  return ajv
}

/**
 * The same, with errors that have all that `explaining` needs, so that compiled code needs no schema: an error of a union has the index
 * of its branches in `unions`, to which compiling adds; an error of a tag has the allowed values.
 */
export function createExplainingAjv(unions: (readonly JsonSchema[])[], options: Options = {}): Ajv2020 {
  // The contract is linted where it is bundled; checking it here would add the unions of the meta-schema to `unions`.
  const ajv = createAjv({ validateSchema: false, ...options })
  const numberOf = (branches: readonly JsonSchema[]): number => {
    const known = unions.indexOf(branches)
    return known < 0 ? unions.push(branches) - 1 : known
  }
  const replace = (definition: CodeKeywordDefinition, params: NonNullable<CodeKeywordDefinition['error']>['params']): void => {
    ajv.removeKeyword(String(definition.keyword))
    ajv.addKeyword({ ...definition, error: defined({ message: '', params }) })
  }
  for (const union of [anyOf.default, oneOf.default])
    replace(union, ({ schema }) => _`{union: ${numberOf(Array.isArray(schema) ? (schema as JsonSchema[]) : [])}}`)
  // A list as a value of its own: otherwise compiled code would contain the whole schema for it.
  const list = (gen: CodeGen, values: unknown): Name =>
    gen.scopeValue('schema', { key: JSON.stringify(values), ref: values, code: stringify(values) })
  replace(enumeration.default, ({ gen, schema }) => _`{allowedValues: ${list(gen, schema)}}`)
  replace(discriminator.default, ({ gen, parentSchema, params }) => {
    const tag = String(params['tagName'])
    return _`{tag: ${tag}, allowedValues: ${list(gen, tagTexts(parentSchema?.['oneOf'], tag))}}`
  })
  return ajv
}

/** The values that the branches of a union allow for its tag. */
function tagTexts(branches: unknown, tag: string): unknown[] {
  if (!Array.isArray(branches)) return []
  return branches.flatMap((branch: unknown) => {
    const properties = isObject(branch) ? branch['properties'] : undefined
    const member = isObject(properties) ? properties[tag] : undefined
    return isObject(member) && Array.isArray(member['enum']) ? (member['enum'] as unknown[]) : []
  })
}
