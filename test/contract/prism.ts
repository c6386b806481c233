import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { createInstance, getHttpOperationsFromSpec, type IHttpConfig, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http'
import { documentOf, type DocumentName } from './documents.js'

export interface HttpRequest {
  readonly method: string
  /** Path with query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface PrismAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Prism's problems of the request, and of the reply where it was a real one. */
  readonly requestProblems: readonly string[]
  readonly replyProblems: readonly string[]
}

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Prism in this process with one document: as a mock, or as a validating proxy. */
export class Prism {
  private constructor(
    private readonly operations: Operations,
    private readonly instance: ReturnType<typeof createInstance>,
  ) {}

  static async of(name: DocumentName): Promise<Prism> {
    return new Prism(await operationsOf(name), createInstance(base, { logger: silent }))
  }

  /** Checks the request and answers with an example of the document. */
  mock(request: HttpRequest, choice: { readonly status: number; readonly example?: string }): Promise<PrismAnswer> {
    const mock = { dynamic: false, code: choice.status, ...(choice.example === undefined ? {} : { exampleKey: choice.example }) }
    return this.call(request, { ...base, isProxy: false, mock })
  }

  /** Checks the request, sends it on, and checks the reply. */
  between(request: HttpRequest, upstream: string): Promise<PrismAnswer> {
    return this.call(request, { ...base, isProxy: true, upstream: new URL(upstream), upstreamProxy: undefined })
  }

  private async call(request: HttpRequest, config: IHttpConfig): Promise<PrismAnswer> {
    const { pathname, searchParams } = new URL(request.url, 'http://prism')
    const result = await this.instance.request(
      {
        method: request.method.toLowerCase() as IHttpRequest['method'],
        url: { path: pathname, query: Object.fromEntries(searchParams) },
        headers: { ...request.headers },
        body: request.body,
      },
      this.operations,
      config,
    )()
    if (result._tag === 'Left') throw result.left
    const { output, validations } = result.right
    const words = (problems: typeof validations.input) => problems.map(({ path, message }) => `${(path ?? []).join('/')}: ${message}`)
    return { ...answer(output), requestProblems: words(validations.input), replyProblems: words(validations.output) }
  }
}

/** Prism takes seconds to read a large document: what it has read is kept beside the build, for the same document and version of Prism. */
async function operationsOf(name: DocumentName): Promise<Operations> {
  const document = documentOf(name)
  const { version } = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@stoplight/prism-http/package.json')), 'utf8')) as {
    version: string
  }
  const hash = createHash('sha256').update(version).update(JSON.stringify(document)).digest('hex')
  const path = `${kept}${name}-${hash.slice(0, 16)}`
  if (existsSync(path)) return deserialize(readFileSync(path)) as Operations
  // A copy: Prism resolves the references in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  mkdirSync(kept, { recursive: true })
  // Several test processes may do this at the same time.
  writeFileSync(`${path}.${process.pid}`, serialize(operations))
  renameSync(`${path}.${process.pid}`, path)
  return operations
}

const kept = fileURLToPath(new URL('../../build/prism/', import.meta.url))

function answer(output: IHttpResponse) {
  return { status: output.statusCode, headers: output.headers ?? {}, body: output.body }
}

const base: IHttpConfig = {
  isProxy: false,
  mock: { dynamic: false },
  validateRequest: true,
  validateResponse: true,
  checkSecurity: true,
  errors: false,
  upstreamProxy: undefined,
}

const nothing = () => undefined
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
