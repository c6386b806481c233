import OpenAPIBackendModule from 'openapi-backend'
import type { OperationOf, ParameterOf } from './operation.js'
import { isObject } from '../json/object.js'
import { escapeStep } from '../json/pointer.js'
import { atPointer, type OpenApiDocument } from './schema/json-schema.js'
import { isBare, lookupIn, typesOf } from './schema/reading.js'

const { OpenAPIBackend } = OpenAPIBackendModule

/** The operations of a bundled document, with pointers to their schemas. openapi-backend reads them from a copy of `document`. */
export async function describeOperations(document: OpenApiDocument): Promise<OperationOf<string>[]> {
  const backend = new OpenAPIBackend({ definition: structuredClone(document) as never, quick: true, strict: true })
  await backend.init()
  return (backend.router.getOperations() as readonly FoundOperation[]).flatMap(({ operationId, method, path, security }) => {
    if (operationId === undefined) return []
    const item = `#/paths/${escapeStep(path)}`
    const operation = `${item}/${method}`
    const body = resolved(document, `${operation}/requestBody`)
    const bodyTypes = Object.keys(membersAt(document, `${body}/content`))
    return {
      operationId,
      method,
      path,
      open: security?.length === 0 || security?.some((requirement) => Object.keys(requirement).length === 0) === true,
      bodyTypes,
      bodyRequired: bodyTypes.length > 0 && membersAt(document, body)['required'] === true,
      body: bodyTypes.includes('application/json') ? `${body}/content/application~1json/schema` : undefined,
      parameters: [...parametersAt(document, `${item}/parameters`), ...parametersAt(document, `${operation}/parameters`)],
    }
  })
}

/** The members of openapi-backend's operations that are read; its own type depends on the document's literal type. */
interface FoundOperation {
  readonly operationId?: string
  readonly method: string
  readonly path: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

function parametersAt(document: OpenApiDocument, pointer: string): ParameterOf<string>[] {
  return Object.keys(membersAt(document, pointer)).map((index) => {
    const place = resolved(document, `${pointer}/${index}`)
    const { name, in: where, required } = membersAt(document, place)
    if (typeof name !== 'string' || (where !== 'path' && where !== 'query' && where !== 'header'))
      throw new Error(`the contract has an unsupported parameter at ${place}`)
    const schema = `${place}/schema`
    return {
      name: where === 'header' ? name.toLowerCase() : name,
      in: where,
      required: required === true,
      type: readAs(document, schema),
      schema: isBare(atPointer(document, schema), 'string') ? undefined : schema,
    }
  })
}

function readAs(document: OpenApiDocument, pointer: string): ParameterOf<string>['type'] {
  const types = typesOf({ $ref: pointer }, lookupIn(document))
  if (types.has('string')) return 'text'
  if (types.has('number')) return 'number'
  if (types.has('boolean')) return 'boolean'
  return 'list'
}

/** The pointer, or that of the `$ref` there. */
function resolved(document: OpenApiDocument, pointer: string): string {
  const reference = membersAt(document, pointer)['$ref']
  return typeof reference === 'string' ? reference : pointer
}

function membersAt(document: OpenApiDocument, pointer: string): Readonly<Record<string, unknown>> {
  const found = atPointer(document, pointer)
  if (Array.isArray(found)) return Object.fromEntries(found.entries())
  return isObject(found) ? found : {}
}
