import OpenAPIBackendModule from 'openapi-backend'
import { Router, type RouteMatch } from './router.js'
import { SchemaSet, type OpenApiDocument, type SchemaProblem } from './schema/index.js'
import { escapeStep } from '../json/pointer.js'

const { OpenAPIBackend } = OpenAPIBackendModule

/** One operation of the contract, as the server needs it. */
export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Needs no token (an empty list of security schemes). */
  readonly open: boolean
  /** Media types of the body, as the document has them. */
  readonly bodyTypes: readonly string[]
  /** What is wrong with a JSON body; `undefined` for a valid one. */
  readonly checkBody: ((body: unknown) => SchemaProblem | undefined) | undefined
}

/**
 * The contract at work. openapi-backend owns the document and its operations; its router and its validators are not used on the
 * hot path: they cost 300–600 µs a request and 1.5 s at start, ours a map look-up and a lazy compile by reference.
 */
export class Contract {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #router: Router

  private constructor(operations: ReadonlyMap<string, Operation>) {
    this.#operations = operations
    this.#router = new Router([...operations.values()].map(({ operationId, method, path }) => ({ operationId, method, template: path })))
  }

  /** Reads the bundled document. `document` is not changed. */
  static async load(document: OpenApiDocument): Promise<Contract> {
    const schemas = new SchemaSet(document)
    const backend = new OpenAPIBackend({ definition: structuredClone(document) as never, quick: true, strict: true })
    await backend.init()
    const operations = new Map<string, Operation>()
    for (const found of backend.router.getOperations() as readonly FoundOperation[]) {
      const { operationId, method, path } = found
      if (operationId === undefined) continue
      const pointer = `${bodyPointer(document, path, method)}/content/application~1json/schema`
      const content = contentOf(found.requestBody)
      const bodyTypes = Object.keys(content)
      operations.set(operationId, {
        operationId,
        method,
        path,
        open: found.security?.length === 0 || found.security?.some((requirement) => Object.keys(requirement).length === 0) === true,
        bodyTypes,
        checkBody: bodyTypes.includes('application/json') ? lazily(() => schemas.at(pointer)) : undefined,
      })
    }
    return new Contract(operations)
  }

  match(method: string, path: string): RouteMatch {
    return this.#router.match(method, path)
  }

  operation(operationId: string): Operation | undefined {
    return this.#operations.get(operationId)
  }

  get operations(): readonly Operation[] {
    return [...this.#operations.values()]
  }
}

/** What is read of openapi-backend's operations; its own type depends on the document's literal type. */
interface FoundOperation {
  readonly operationId?: string
  readonly method: string
  readonly path: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: unknown
}

/** Where the request body of an operation stands, behind a `$ref` where there is one. */
function bodyPointer(document: OpenApiDocument, path: string, method: string): string {
  const item = (document.paths as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined)?.[path]
  const operation = item?.[method] as { requestBody?: { $ref?: unknown } } | undefined
  const reference = operation?.requestBody?.$ref
  return typeof reference === 'string' ? reference : `#/paths/${escapeStep(path)}/${method}/requestBody`
}

function lazily(compile: () => (value: unknown) => SchemaProblem | undefined): (value: unknown) => SchemaProblem | undefined {
  let check: ((value: unknown) => SchemaProblem | undefined) | undefined
  return (value) => (check ??= compile())(value)
}

function contentOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || !('content' in body)) return {}
  const { content } = body
  return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
}
