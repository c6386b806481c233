import { inputItemList, responsesDialect } from '../../dialects/responses/index.js'
import { eventsOfResponse, framesOfEvents } from '../../dialects/responses/reply/reply-events.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import { relayStoredStream } from '../../relay/stored-stream.js'
import { sendFrames, sendJson } from '../../relay/reply.js'
import { sendToTargets } from '../../relay/targets/targets.js'
import { passedHeaders } from '../../relay/upstream/upstream-headers.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { KeptResponse, ReferredResponse } from '../../store/response-repository.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { takeHistory } from './continuation.js'
import { historyOf, inputOf, responseIn } from './items.js'

/** `GET /v1/responses/{response_id}`, with `stream=true` as the events that it came in. */
export const getResponse: OperationHandler = async (request, services) => {
  await withStored(request, services, {
    action: 'get',
    kept(found) {
      const response = responseIn(found)
      if (request.query.get('stream') !== 'true') return response
      const after = wholeNumber(request.query, 'starting_after', -1, 0, Number.MAX_SAFE_INTEGER)
      sendFrames(request, framesOfEvents(eventsOfResponse(response).slice(after + 1)))
      return undefined
    },
  })
}

/** `DELETE /v1/responses/{response_id}` */
export const deleteResponse: OperationHandler = async (request, services) => {
  await withStored(request, services, {
    action: 'delete',
    async kept({ owner, id }) {
      await services.responses.forget(owner, id)
      return { id, object: 'response', deleted: true }
    },
    async forgotten({ owner, id }) {
      await services.responses.forget(owner, id)
    },
  })
}

/** `POST /v1/responses/{response_id}/cancel`: the gateway makes every response at once, so there is never anything left to cancel. */
export const cancelResponse: OperationHandler = async (request, services) => {
  await withStored(request, services, {
    action: 'cancel',
    kept(found) {
      const response = responseIn(found)
      if (response['background'] === true) return response
      throw new GatewayFailure({
        kind: 'invalid_request',
        message: 'Only responses made in the background can be cancelled.',
        param: 'response_id',
      })
    },
  })
}

/** `GET /v1/responses/{response_id}/input_items`: all that the response was made from, earlier turns included. */
export const listResponseInputItems: OperationHandler = async (request, services) => {
  const order = request.query.get('order')
  if (order !== null && order !== 'asc' && order !== 'desc')
    throw new GatewayFailure({ kind: 'invalid_request', message: 'order must be asc or desc', param: 'order' })
  const limit = wholeNumber(request.query, 'limit', 20, 1, 100)
  const after = request.query.get('after')
  const before = request.query.get('before')
  await withStored(request, services, {
    action: 'input-items',
    async kept(found) {
      const history = await services.responses.turns(found, (bytes) => {
        takeHistory(request, services, bytes)
      })
      if (history === undefined) throw notFound(request)
      return inputItemList([...(await historyOf(history.turns.slice(0, -1))), ...inputOf(found)], {
        limit,
        ...(order === null ? {} : { order }),
        ...(after === null ? {} : { after }),
        ...(before === null ? {} : { before }),
      })
    },
  })
}

interface StoredAction {
  readonly action: 'get' | 'delete' | 'cancel' | 'input-items'
  /** Answers from what the gateway keeps; `undefined`: the reply is already written. */
  readonly kept: (found: KeptResponse) => object | undefined | Promise<object | undefined>
  /** A provider that kept the response has deleted it. */
  readonly forgotten?: (found: ReferredResponse) => Promise<void>
}

async function withStored(request: GatewayRequest, services: OperationServices, { action, kept, forgotten }: StoredAction): Promise<void> {
  const found = await services.responses.find(request.caller.owner, idOf(request))
  if (found === undefined) throw notFound(request)
  request.record.asks('responses')
  if (found.kind === 'kept') {
    const answer = await kept(found)
    if (answer !== undefined) sendJson(request, 200, Buffer.from(JSON.stringify(answer)), {})
    return
  }
  const target = targetOf(services, found)
  if (target === undefined) throw notFound(request)
  const endpoint = { type: 'stored-response', id: found.id, action, query: passedQuery(request.query) } as const
  await sendToTargets(services.relay, request, [target], async () => {
    if (action === 'get' && request.query.get('stream') === 'true')
      return asUnknown(request, await relayStoredStream(services.relay, request, target, endpoint))
    const answer = await askProvider(services.relay, request, target, { endpoint, upstream: responsesDialect, client: 'responses' })
    if (answer === undefined) return undefined
    if (answer instanceof GatewayFailure) return asUnknown(request, answer)
    await forgotten?.(found)
    const bytes =
      action === 'get' || action === 'cancel' ? (responsesDialect.relayedReply?.(answer.json, answer.bytes) ?? answer.bytes) : answer.bytes
    sendJson(request, 200, bytes, passedHeaders(target.provider, answer.headers))
    return undefined
  })
}

const passedNames = new Set([
  'include',
  'include[]',
  'stream',
  'starting_after',
  'include_obfuscation',
  'limit',
  'order',
  'after',
  'before',
])

/** What of the client's query means something to a provider. */
function passedQuery(query: URLSearchParams): string {
  const known = new URLSearchParams([...query].filter(([name]) => passedNames.has(name)))
  return known.size === 0 ? '' : `?${known.toString()}`
}

/** A response that its provider no longer has is as unknown as any other. */
function asUnknown(request: GatewayRequest, failure: GatewayFailure | undefined): GatewayFailure | undefined {
  return failure?.error.kind === 'not_found' ? notFound(request) : failure
}

function targetOf(services: OperationServices, found: ReferredResponse): RoutedTarget | undefined {
  const provider = services.routing.provider(found.provider)
  return provider === undefined ? undefined : { provider, model: found.model }
}

function idOf(request: GatewayRequest): string {
  return request.parameters['response_id'] ?? ''
}

/** The one answer for ids that are unknown, expired, deleted or another owner's (promises P05). */
function notFound(request: GatewayRequest): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Response with id '${idOf(request)}' not found.` })
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, least: number, most: number): number {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new GatewayFailure({ kind: 'invalid_request', message: `${name} must be a whole number from ${least} to ${most}`, param: name })
  return value
}
