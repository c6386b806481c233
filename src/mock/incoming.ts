import { factsOf } from '../contract/error-format.js'
import { readParameters, refuseUselessParameters } from '../contract/parameters.js'
import type { WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import { textOrEmpty } from '../json/object.js'
import { fieldOf, type MultipartForm } from '../media/multipart/form.js'
import { conversationOperations } from './conversation/conversations.js'
import { readForm } from './multipart-form.js'
import { parseJson, type MatchedRequest } from './request.js'
import { refused } from './whole-answer.js'

/** A request whose body is read and fits the contract. */
export interface Incoming {
  readonly request: MatchedRequest
  /** The JSON body; empty for other bodies. */
  readonly wire: WireObject
  readonly form: MultipartForm | undefined
  /** The body for Prism. */
  readonly body: unknown
  /** `''`: the request names none. */
  readonly model: string
  readonly stream: boolean
  /** The media type of the wanted reply. */
  readonly type: string
}

/** Throws a 400 that names the field, or a 404 for the model that does not exist. */
export function readIncoming(request: MatchedRequest): Incoming {
  const { operation, bytes, query, headers, parameters } = request
  if (request.errorFormat === 'problem') refuseUselessParameters(operation.parameters, query)
  readParameters(operation.parameters, { path: parameters, query, headers })
  const isJson = operation.bodyTypes.includes('application/json') && !/^multipart\//.test(headers['content-type'] ?? '')
  const json = isJson ? parseJson(bytes) : undefined
  const problem = json === undefined ? undefined : operation.body?.(json)
  if (problem !== undefined) throw refused(problem.message, problem.pointer)
  const facts = factsOf(request.errorFormat)
  if (facts.ownsPath(operation.path)) facts.checkHeaders?.(headers)
  const form = json === undefined ? readForm(request) : undefined
  const field = (name: string): unknown => (form === undefined ? json?.[name] : fieldOf(form, name))
  const model = parameters['model'] ?? textOrEmpty(field('model'))
  refuseUnknownModel(model)
  const body = json ?? (bytes.length === 0 ? undefined : bytes.toString('latin1'))
  return { request, wire: json ?? {}, form, body, model, ...wantedOf(request, field) }
}

/** Whether a stream is wanted, or else which media type of the reply. The body decides, as at providers. */
function wantedOf(
  { operation, headers, query }: MatchedRequest,
  field: (name: string) => unknown,
): { readonly stream: boolean; readonly type: string } {
  const id = operation.operationId
  if ((conversationOperations.get(id)?.whole ?? id) !== id) return { stream: true, type: 'text/event-stream' }
  const flags = [field('stream'), query.get('stream')]
  if (flags.includes(true) || flags.includes('true') || field('stream_format') === 'sse') return { stream: true, type: 'application/json' }
  if (id === 'createSpeech') return { stream: false, type: 'audio/mpeg' }
  if (/^(?:text|srt|vtt)$/.test(textOrEmpty(field('response_format')))) return { stream: false, type: 'text/plain' }
  const accept = headers['accept'] ?? ''
  return { stream: false, type: accept === '' || accept.includes('text/event-stream') ? '*/*' : accept }
}

/** The one model that the mock does not have. */
function refuseUnknownModel(model: string): void {
  if (model === missingModel)
    throw new GatewayFailure({ kind: 'model_not_found', message: `The mock has every model but ${missingModel}.`, param: 'model' })
}

const missingModel = 'no-such-model'
