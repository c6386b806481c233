import type { ErrorObject } from 'ajv'
import type { ConfigurationFile } from './file.js'
import { pathOf } from './substitute.js'
import { isObject } from '../json/object.js'
import { pointerOf } from '../json/pointer.js'
import type { KeyPath } from './document.js'
import { formats } from './formats.js'
import { isSecret, nearest, showName, showValue, valueAt } from './problem.js'
import { configurationSchema } from './schema.js'
import { compiledShape } from './compiled-shape.js'

/** What is wrong at one place of the configuration. */
export interface Problem {
  readonly path: KeyPath
  readonly expected: string
  /** The key itself is wrong, not its value. */
  readonly key?: boolean
}

/**
 * Checks a configuration against the schema and fills in its defaults, in place.
 * `touched` are the pointers of substituted texts: such a text may stand where a number or a boolean is expected.
 */
export function checkShape(
  content: unknown,
  touched: ReadonlySet<string>,
): { readonly file: ConfigurationFile } | { readonly problem: Problem } {
  const validate = compiledShape()
  for (let round = 0; round <= touched.size; round++) {
    // The schema has just checked every member that ConfigurationFile names.
    if (validate(content)) return { file: content as ConfigurationFile }
    const error = located(pickError(validate.errors ?? []), content)
    if (error === undefined || !convert(content, error, touched)) return { problem: describe(error, touched) }
  }
  return { problem: { path: [], expected: 'expected a mapping of settings' } }
}

/** The error with the value and the schema that it speaks of, which the compiled check does not carry. */
function located(error: ErrorObject | undefined, content: unknown): ErrorObject | undefined {
  if (error === undefined) return undefined
  const root = configurationSchema()
  const instancePath = pathOf(error.instancePath)
  // The error's own path begins at a definition, without saying at which one; but it goes through alternatives.
  const placed = schemaOf(root, instancePath, content)
  const parentSchema = isObject(placed) && error.keyword in placed ? placed : valueAt(root, pathOf(error.schemaPath.slice(1)).slice(0, -1))
  return {
    ...error,
    data: valueAt(content, instancePath),
    schema: valueAt(parentSchema, [error.keyword]),
    ...(isObject(parentSchema) ? { parentSchema } : {}),
  }
}

/** The schema of the value at this path, through definitions; not through alternatives. */
function schemaOf(root: unknown, path: KeyPath, content: unknown): unknown {
  let schema = root
  for (const [depth, step] of path.entries()) {
    const inner = typeof step === 'number' ? undefined : valueAt(schema, ['properties', step])
    schema = inner ?? valueAt(schema, ['items']) ?? valueAt(schema, ['additionalProperties'])
    const reference = valueAt(schema, ['$ref'])
    if (typeof reference === 'string') schema = valueAt(root, pathOf(reference.slice(1)))
    const decidedBy = valueAt(schema, ['discriminator', 'propertyName'])
    if (typeof decidedBy === 'string') schema = alternativeOf(schema, decidedBy, valueAt(content, [...path.slice(0, depth + 1), decidedBy]))
  }
  return schema
}

/** Of a schema with a discriminator: the alternative for this value of it. */
function alternativeOf(schema: unknown, decidedBy: string, value: unknown): unknown {
  const alternatives = valueAt(schema, ['oneOf'])
  if (!Array.isArray(alternatives)) return schema
  return alternatives.find((alternative) => valueAt(alternative, ['properties', decidedBy, 'const']) === value) ?? schema
}

/** The most specific of the errors that a failed alternative reports: the deepest, and not the alternative itself. */
function pickError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const deepest = Math.max(...errors.map((error) => error.instancePath.split('/').length))
  const candidates = errors.filter((error) => error.instancePath.split('/').length === deepest)
  return (
    candidates.find((error) => error.keyword === 'anyOf' || error.keyword === 'propertyNames') ??
    candidates.find((error) => error.keyword !== 'oneOf') ??
    candidates[0]
  )
}

function convert(content: unknown, error: ErrorObject, touched: ReadonlySet<string>): boolean {
  if (!touched.has(error.instancePath) || typeof error.data !== 'string') return false
  const kinds =
    error.keyword === 'type'
      ? [String(error.params.type)]
      : error.keyword === 'anyOf' || error.keyword === 'oneOf'
        ? ['number', 'boolean']
        : []
  const text = error.data.trim()
  let value: unknown
  if (kinds.some((kind) => kind === 'number' || kind === 'integer') && /^-?\d+(\.\d+)?$/.test(text)) value = Number(text)
  else if (kinds.includes('boolean') && /^(true|false)$/.test(text)) value = text === 'true'
  else return false
  const path = pathOf(error.instancePath)
  const last = path.pop()
  const parent = valueAt(content, path)
  return last !== undefined && typeof parent === 'object' && parent !== null && Reflect.set(parent, last, value)
}

function describe(error: ErrorObject | undefined, touched: ReadonlySet<string>): Problem {
  if (error === undefined) return { path: [], expected: 'expected a mapping of settings' }
  const path = pathOf(error.instancePath)
  const found = isSecret(path) || touched.has(pointerOf(path)) ? '' : `, found ${showValue(error.data)}`
  const parameters: Record<string, unknown> = error.params
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(parameters['additionalProperty'])
      const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {})
      const meant = nearest(key, known)
      return {
        path: [...path, key],
        key: true,
        expected: `unknown key; ${meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${meant}?`}`,
      }
    }
    case 'required':
      return { path: [...path, String(parameters['missingProperty'])], expected: 'is missing' }
    case 'discriminator': {
      const kinds = ((error.schema as { oneOf?: unknown } | undefined) && kindNames(error.parentSchema)) ?? []
      const tag = parameters['tagValue']
      if (tag === undefined) return { path: [...path, 'kind'], expected: `expected one of ${kinds.join(', ')}` }
      const meant = typeof tag === 'string' ? nearest(tag, kinds) : undefined
      return {
        path: [...path, 'kind'],
        expected: `expected one of ${kinds.join(', ')}, found ${showValue(tag)}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      }
    }
    case 'type':
      if (Array.isArray(error.schema)) return { path, expected: `${form(error.parentSchema)}${found}` }
      return { path, expected: `expected ${typeNames[String(parameters['type'])] ?? String(parameters['type'])}${found}` }
    case 'format':
      return { path, expected: `${formats[String(parameters['format'])]?.expected ?? 'expected another form'}${found}` }
    case 'enum':
      return { path, expected: `expected one of ${(parameters['allowedValues'] as readonly unknown[]).map(String).join(', ')}${found}` }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      if (isObject(error.parentSchema) && 'x-expected' in error.parentSchema)
        return { path, expected: `${form(error.parentSchema)}${found}` }
      return { path, expected: `expected a number ${String(parameters['comparison'])} ${String(parameters['limit'])}${found}` }
    case 'minLength':
      return { path, expected: 'expected a text that is not empty' }
    case 'minItems':
      return { path, expected: 'expected a list that is not empty' }
    case 'propertyNames':
      return { path: [...path, showName(String(parameters['propertyName']))], key: true, expected: form(error.schema) }
    case 'pattern':
      return { path, expected: `${form(error.parentSchema)}${found}` }
    case 'anyOf':
    case 'oneOf':
      return { path, expected: `expected ${alternatives(error.schema)}${found}` }
    default:
      return { path, expected: `is not valid (${error.keyword})` }
  }
}

/** The form of a text, in words. */
function form(schema: unknown): string {
  return isObject(schema) && typeof schema['x-expected'] === 'string' ? schema['x-expected'] : 'expected another form'
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function kindNames(schema: unknown): string[] {
  const branches = (schema as { oneOf?: { properties?: { kind?: { const?: string } } }[] } | undefined)?.oneOf ?? []
  return branches.flatMap((branch) => branch.properties?.kind?.const ?? [])
}

function alternatives(schemas: unknown): string {
  if (!Array.isArray(schemas)) return 'another value'
  const words = schemas.map((schema: { const?: string; type?: string; minimum?: number }) => {
    if (schema.const !== undefined) return schema.const
    return `${typeNames[schema.type ?? ''] ?? 'a value'}${schema.minimum === undefined ? '' : ` ≥ ${schema.minimum}`}`
  })
  return words.join(' or ')
}
