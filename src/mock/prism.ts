import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpOperationConfig,
  type IHttpRequest,
} from '@stoplight/prism-http'
import { atPointer, type OpenApiDocument } from '../contract/schema/json-schema.js'
import { defined, isObject } from '../json/object.js'
import { operationDocument } from './operation-document.js'

export interface PrismRequest {
  /** The operation of the document: its path with the names of its parameters. */
  readonly operation: { readonly path: string; readonly method: string }
  /** The operation's path with its parameter filled in, encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface PrismReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** The problems of the request, each with its place: `header/anthropic-version`, `body/model`. */
  readonly problems: readonly { readonly place: string; readonly message: string }[]
}

export interface PrismChoice {
  readonly code?: number
  readonly example?: string
  readonly dynamic: boolean
}

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Prism with one document: checks requests and answers them with the document's examples. */
export class Prism {
  /** By path and method. Each is read when it is first asked: all of a large document take Prism many seconds. */
  readonly #operations = new Map<string, Promise<Operations>>()
  readonly #instance = createInstance(base, { logger: silent })

  constructor(private readonly document: OpenApiDocument) {}

  /** `undefined` where the document has no example for the choice. */
  async reply(request: PrismRequest, choice: PrismChoice): Promise<PrismReply | undefined> {
    const { method } = request.operation
    const operations = await this.#operationsOf(request.operation)
    const call = async (validateRequest: boolean) =>
      this.#instance.request(
        {
          // The router has found the operation, so the method is one of Prism's.
          method: method as IHttpRequest['method'],
          url: { path: request.path, query: Object.fromEntries(request.query) },
          headers: { ...request.headers },
          body: request.body,
        },
        operations,
        { ...base, validateRequest, mock: mockSettings(choice) },
      )()
    // Prism's form parser throws for some bytes instead of refusing or accepting them.
    const result = await call(true).catch(() => call(false))
    if (result._tag === 'Left') return undefined
    const { output, validations } = result.right
    return {
      status: output.statusCode,
      headers: output.headers ?? {},
      body: output.body,
      problems: validations.input.map(({ path, message }) => ({ place: (path ?? []).join('/'), message })),
    }
  }

  #operationsOf({ path, method }: PrismRequest['operation']): Promise<Operations> {
    const key = `${method} ${path}`
    const known = this.#operations.get(key)
    if (known !== undefined) return known
    const read = getHttpOperationsFromSpec(copyForPrism(operationDocument(this.document, path, method)))
    this.#operations.set(key, read)
    return read
  }
}

/**
 * A copy, since Prism resolves references in place. Schemas lose their own examples, which Prism would prefer to the named ones of a
 * reply, and the open branches (`x-open`), for which it would generate wrong values. (JSON bodies are validated against the
 * document itself before.)
 */
function copyForPrism(document: OpenApiDocument): OpenApiDocument {
  const open = (branch: unknown): boolean => {
    const schema = isObject(branch) && typeof branch['$ref'] === 'string' ? atPointer(document, branch['$ref']) : branch
    return isObject(schema) && schema['x-open'] === true
  }
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        if (commands.has(name)) return []
        const isUnion = (name === 'oneOf' || name === 'anyOf') && Array.isArray(member)
        const closed = isUnion ? member.filter((branch) => !open(branch)) : []
        return [[name, copy(closed.length > 0 ? closed : member)]]
      }),
    )
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    if (typeof schema === 'boolean') return [name, schema] as const
    const { example: _example, examples: _examples, ...rest } = schema
    return [name, copy(rest)] as const
  })
  const { paths, ...rest } = document
  return { ...rest, paths: copy(paths), components: { ...document.components, schemas: Object.fromEntries(schemas) as Schemas } }
}

/** Names of members that the generator of random values takes for its own options. */
const commands: ReadonlySet<string> = new Set(['jsonPath'])

type Schemas = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>

function mockSettings({ code, example, dynamic }: PrismChoice) {
  return defined<IHttpOperationConfig>({ dynamic, code, exampleKey: dynamic ? undefined : example })
}

const base: IHttpConfig = {
  isProxy: false,
  mock: { dynamic: false },
  validateRequest: true,
  validateResponse: false,
  // The mock checks credentials itself: Prism does not know which of several headers counts.
  checkSecurity: false,
  errors: false,
  upstreamProxy: undefined,
}

const nothing = (): void => undefined
const silent = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  success: nothing,
  child: () => silent,
}
