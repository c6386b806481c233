import { Ajv, type CodeOptions, type ValidateFunction } from 'ajv'
import { formats } from './formats.js'
import { configurationSchema } from './schema.js'

/** Compiles the schema of anywire.yaml. `code`: for the build, which writes the result into the program. */
export function compileShape(code: CodeOptions = {}): { readonly ajv: Ajv; readonly validate: ValidateFunction } {
  const ajv = new Ajv({ discriminator: true, useDefaults: true, strict: false, allErrors: false, messages: false, inlineRefs: false, code })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  return { ajv, validate: ajv.compile(withKindsAsDefinitions(configurationSchema())) }
}

/**
 * Ajv makes a function of each definition, and V8 compiles a function when it is first called: so a start compiles the kinds of provider that
 * the file has, not all 23.
 */
function withKindsAsDefinitions(schema: object): object {
  const { definitions, properties } = schema as Shape
  const { items } = properties.providers
  const kinds = items.oneOf.map((kind, number) => [`kind_${number}`, kind] as const)
  const oneOf = kinds.map(([name]) => ({ $ref: `#/definitions/${name}` }))
  return {
    ...schema,
    definitions: { ...definitions, ...Object.fromEntries(kinds) },
    properties: { ...properties, providers: { ...properties.providers, items: { ...items, oneOf } } },
  }
}

interface Shape {
  readonly definitions: object
  readonly properties: { readonly providers: { readonly items: { readonly oneOf: readonly object[] } } }
}
