import type { Contract } from '../contract/contract.js'
import { readParameters } from '../contract/parameters.js'
import { SchemaSet, type OpenApiDocument } from '../contract/schema/index.js'
import { atPointer } from '../contract/schema/json-schema.js'
import type { Dialect, WireObject } from '../dialects/dialect.js'
import { clientDialects } from '../dialects/registry.js'
import { factsOf, renderError } from '../contract/error-format.js'
import { GatewayFailure, kindOfUpstreamStatus, type GatewayError } from '../exchange/error.js'
import { conversationScript, mockFailure, type ScriptSource } from './conversation-script.js'
import { fieldOf, type MultipartForm } from '../media/multipart/form.js'
import { documentedReply } from './documented.js'
import { readForm } from './multipart-form.js'
import { framesOf, type Script } from './play.js'
import type { Preferences } from './preferences.js'
import type { Prism, PrismReply } from './prism.js'
import { parseJson, type MatchedRequest } from './request.js'
import { silence } from './silence.js'
import { escapeStep } from '../json/pointer.js'
import { defined } from '../json/object.js'

/** An answer that is not a stream. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

type PrismQuestion = readonly [
  request: MatchedRequest,
  body: unknown,
  choice: Pick<Preferences, 'code' | 'dynamic'> & { readonly example?: string | undefined },
  accept: string,
]

/** Most attempts at a random reply that fits the contract. */
const mostAttempts = 100

export type MockAnswer = { readonly whole: WholeAnswer } | { readonly script: Script }

export interface MockOptions {
  readonly contract: Contract
  readonly document: OpenApiDocument
  readonly prism: Prism
  readonly newId: (prefix: string) => string
  readonly now: () => number
}

/** Chooses the answer to a request. Throws `GatewayFailure`, which {@link wholeError} renders. */
export class Mock {
  readonly #schemas: SchemaSet

  constructor(private readonly options: MockOptions) {
    this.#schemas = new SchemaSet(options.document)
  }

  async answer(request: MatchedRequest, preferences: Preferences): Promise<MockAnswer> {
    const { operation, bytes, query, headers } = request
    readParameters(operation.parameters, { path: request.parameters, query, headers })
    const isJson = operation.bodyTypes.includes('application/json') && !/^multipart\//.test(headers['content-type'] ?? '')
    const json = isJson ? parseJson(bytes) : undefined
    const problem = json === undefined ? undefined : operation.body?.(json)
    if (problem !== undefined) throw refused(problem.message, problem.pointer)
    const body = json ?? (bytes.length === 0 ? undefined : bytes.toString('latin1'))
    const facts = factsOf(request.errorFormat)
    if (facts.ownsPath(operation.path)) facts.checkHeaders?.(headers)
    refuseUnknownModel(request, json)
    const wanted = wantedOf(request, json, json === undefined ? readForm(request) : undefined)
    const choice = { ...preferences, example: preferences.example ?? usualExample(request) }
    const reply = await this.#prism(request, body, wanted.stream ? { ...choice, example: undefined, dynamic: false } : choice, wanted.type)
    if (preferences.code !== undefined && preferences.code >= 300) return { whole: withStatus(request, preferences.code, reply) }
    return wanted.stream
      ? { script: await this.#script(request, json ?? {}, body, preferences) }
      : { whole: wholeReply(request, json, reply, preferences) }
  }

  /** Prism's answer; throws where Prism refuses the request. Random replies are repeated until one fits the contract. */
  async #prism(...[request, body, choice, accept]: PrismQuestion): Promise<PrismReply | undefined> {
    if (!choice.dynamic) return this.#ask(request, body, choice, accept)
    const { path, method } = request.operation
    const pointer = `#/paths/${escapeStep(path)}/${method}/responses/200/content/application~1json/schema`
    const check = atPointer(this.options.document, pointer) === undefined ? undefined : this.#schemas.at(pointer)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const reply = await this.#ask(request, body, choice, accept)
      // The generator of random values sometimes makes values that the contract does not allow.
      if (reply !== undefined && (reply.status !== 200 || check?.(reply.body) === undefined)) return reply
    }
    return undefined
  }

  async #ask(...[request, body, { code, example, dynamic }, accept]: PrismQuestion): Promise<PrismReply | undefined> {
    const { operation, parameters, query, headers } = request
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
    const { authorization: _token, ...told } = headers
    const reply = await this.options.prism.reply(
      { method: operation.method, path, query, headers: { ...told, accept }, body },
      defined({ dynamic, code, example }),
    )
    // A JSON body has been validated already, by a validator whose errors name the field.
    const problem = reply?.problems.find(({ place }) => !(place.startsWith('body') && typeof body === 'object'))
    if (problem !== undefined) throw refused(`${problem.place}: ${problem.message}`, problem.place.replace(/^(?:header|query)\//, ''))
    return reply
  }

  async #script(request: MatchedRequest, wire: WireObject, body: unknown, preferences: Preferences): Promise<Script> {
    const { operation, parameters, query, id } = request
    const { streams } = documentedReply(this.options.document, operation.path, operation.method)
    const dialect = streamed.get(operation.operationId)?.dialect
    const { example, dynamic, error } = preferences
    const stream = dynamic ? undefined : example === undefined ? firstOf(streams) : streams.get(example)
    if (dialect === undefined) {
      if (stream === undefined) throw unknownExample(example, streams.keys())
      return defined({
        contentType: 'text/event-stream; charset=utf-8',
        frames: framesOf(stream),
        failure: error === undefined ? undefined : plainFailure(request, mockFailure(error)),
      })
    }
    const write = (source: ScriptSource): Script =>
      conversationScript(
        defined({
          dialect,
          wire,
          model: parameters['model'] ?? (typeof wire['model'] === 'string' ? wire['model'] : ''),
          framing: dialect.facts.framing(query),
          requestId: id,
          newId: this.options.newId,
          now: this.options.now(),
          source,
          error,
        }),
      )
    if (stream !== undefined) return write({ stream })
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.#reply(request, body, preferences, streams.keys())
      try {
        return write(reply)
      } catch (failure) {
        // Random values may be inconsistent in ways that a schema cannot express.
        if (!dynamic || attempt >= mostAttempts) throw failure
      }
    }
  }

  /** A whole reply to be streamed: the example of that name, or a random one. */
  async #reply(
    request: MatchedRequest,
    body: unknown,
    preferences: Preferences,
    streams: Iterable<string>,
  ): Promise<{ readonly reply: unknown }> {
    const whole = streamed.get(request.operation.operationId)?.whole
    const asked = whole === undefined ? request : { ...request, operation: this.options.contract.operation(whole) ?? request.operation }
    const reply = await this.#prism(asked, body, preferences, 'application/json')
    if (reply?.status !== 200) throw unknownExample(preferences.example, streams)
    return { reply: reply.body }
  }
}

export function wholeError(request: Pick<MatchedRequest, 'errorFormat' | 'id'>, error: GatewayError): WholeAnswer {
  const { status, headers, body } = renderError(request.errorFormat, error, request.id)
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

interface StreamedOperation {
  readonly dialect: Dialect
  /** The operation with the whole reply. */
  readonly whole: string
}

/** The operations that stream conversations. */
const streamed: ReadonlyMap<string, StreamedOperation> = new Map(
  Object.values(clientDialects).flatMap((dialect) =>
    dialect.facts.operations.map(({ whole, streamed: id }) => [id, { dialect, whole }] as const),
  ),
)

/** Whether a stream is wanted, or else which media type of the reply. The body decides, as at providers. */
function wantedOf(
  { operation, headers, query }: MatchedRequest,
  json: WireObject | undefined,
  form: MultipartForm | undefined,
): { readonly stream: boolean; readonly type: string } {
  const id = operation.operationId
  if ((streamed.get(id)?.whole ?? id) !== id) return { stream: true, type: 'text/event-stream' }
  const field = (name: string): string | undefined => (form === undefined ? undefined : fieldOf(form, name))
  const stream =
    json?.['stream'] === true || field('stream') === 'true' || query.get('stream') === 'true' || json?.['stream_format'] === 'sse'
  if (stream) return { stream, type: 'application/json' }
  if (id === 'createSpeech') return { stream, type: 'audio/mpeg' }
  if (/^(?:text|srt|vtt)$/.test(field('response_format') ?? '')) return { stream, type: 'text/plain' }
  const accept = headers['accept'] ?? ''
  return { stream, type: accept === '' || accept.includes('text/event-stream') ? '*/*' : accept }
}

function wholeReply(
  request: MatchedRequest,
  json: WireObject | undefined,
  reply: PrismReply | undefined,
  { example, code }: Preferences,
): WholeAnswer {
  if (reply === undefined || reply.status >= 300) {
    if (reply?.status === 404 || reply === undefined) throw example === undefined ? notDocumented(code ?? 200) : unknownExample(example, [])
    throw notDocumented(reply.status)
  }
  if (request.operation.operationId === 'createSpeech' && typeof reply.body === 'string')
    return { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: silence }
  const contentType = Object.entries(reply.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(withModel(reply.body, json, request.parameters['model']))
  return { status: reply.status, headers: { 'content-type': contentType ?? 'application/json' }, body }
}

/** Puts the requested model into a reply. */
function withModel(reply: unknown, json: WireObject | undefined, pathModel: string | undefined): unknown {
  const model = typeof json?.['model'] === 'string' ? json['model'] : pathModel
  if (typeof reply !== 'object' || reply === null || model === undefined) return reply
  if ('model' in reply) return { ...reply, model }
  return 'modelVersion' in reply ? { ...reply, modelVersion: model } : reply
}

/** The document's example of a status, or the gateway's own error where the document shows none. */
function withStatus(request: MatchedRequest, code: number, reply: PrismReply | undefined): WholeAnswer {
  const error: GatewayError = { ...mockFailure(kindOfUpstreamStatus(code)), status: code }
  const own = wholeError(request, error)
  const shown = reply?.status === code && typeof reply.body === 'object' && reply.body !== null
  return { ...own, status: code, body: shown ? JSON.stringify(reply.body) : own.body }
}

function plainFailure(request: MatchedRequest, error: GatewayError): string {
  return `event: error\ndata: ${JSON.stringify(renderError(request.errorFormat, error, request.id).body)}\n\n`
}

/** The one model that the mock does not have. */
function refuseUnknownModel({ parameters }: MatchedRequest, json: WireObject | undefined): void {
  if ((json?.['model'] ?? parameters['model']) === missingModel)
    throw new GatewayFailure({ kind: 'model_not_found', message: `The mock has every model but ${missingModel}.`, param: 'model' })
}

const missingModel = 'no-such-model'

/** The example of a list of models in the format that the caller's library reads. */
function usualExample({ operation, errorFormat }: MatchedRequest): string | undefined {
  if (operation.operationId !== 'listModels' && operation.operationId !== 'getModel') return undefined
  return factsOf(errorFormat).modelLists
}

const firstOf = (streams: ReadonlyMap<string, string>): string | undefined => [...streams.values()][0]

function refused(message: string, param: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, param })
}

function unknownExample(name: string | undefined, known: Iterable<string>): GatewayFailure {
  const names = [...known].join(', ')
  return refused(
    `Prefer: the operation has no example ${JSON.stringify(name ?? '')}${names === '' ? '' : `; its streams are ${names}`}.`,
    'Prefer',
  )
}

function notDocumented(status: number): GatewayFailure {
  return refused(`Prefer: the operation has no reply with status ${status}.`, 'Prefer')
}
