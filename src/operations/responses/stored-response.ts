import { inputItemList, responsesDialect } from '../../dialects/responses/index.js'
import { eventsOfResponse, framesOfEvents } from '../../dialects/responses/reply/reply-events.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import { relayStoredStream } from '../../relay/conversation/stored-stream.js'
import { sendFrames, sendJson } from '../../relay/reply.js'
import { LongOutput } from '../../relay/stream/long-output.js'
import { sendToTargets } from '../../relay/targets/targets.js'
import { passedHeaders } from '../../relay/upstream/upstream-headers.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { KeptResponse, ReferredResponse } from '../../store/response-repository.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { takeHistory } from './history-size.js'
import { historyOf, inputOf, responseIn } from './items.js'

/** `GET /v1/responses/{response_id}`, with `stream=true` as events. */
export const getResponse: OperationHandler<'getResponse'> = (request, services, { response_id: id, stream, starting_after: after = -1 }) =>
  withStored(request, services, id, {
    action: 'get',
    stream: stream === true,
    kept(found) {
      const response = responseIn(found)
      if (stream !== true) return response
      sendFrames(request, new LongOutput(1, framesOfEvents(eventsOfResponse(response).slice(after + 1))))
      return undefined
    },
  })

/** `DELETE /v1/responses/{response_id}` */
export const deleteResponse: OperationHandler<'deleteResponse'> = (request, services, parameters) =>
  withStored(request, services, parameters.response_id, {
    action: 'delete',
    async kept({ owner, id }) {
      await services.responses.forget(owner, id)
      return { id, object: 'response', deleted: true } as const
    },
    async forgotten({ owner, id }) {
      await services.responses.forget(owner, id)
    },
  })

/** `POST /v1/responses/{response_id}/cancel`: the gateway has no background responses, so there is nothing to cancel. */
export const cancelResponse: OperationHandler<'cancelResponse'> = (request, services, { response_id: id }) =>
  withStored(request, services, id, {
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

/** `GET /v1/responses/{response_id}/input_items`: the whole input, earlier turns included. */
export const listResponseInputItems: OperationHandler<'listResponseInputItems'> = (request, services, { response_id: id, ...options }) =>
  withStored(request, services, id, {
    action: 'input-items',
    async kept(found) {
      const history = await services.responses.turns(found, (bytes) => {
        takeHistory(request, services, bytes)
      })
      if (history === undefined) throw notFound(id)
      return inputItemList([...(await historyOf(history.turns.slice(0, -1))), ...inputOf(found)], options)
    },
  })

interface StoredAction<Body> {
  readonly action: 'get' | 'delete' | 'cancel' | 'input-items'
  /** Answers from what the gateway keeps; `undefined`: the reply is already written. */
  readonly kept: (found: KeptResponse) => Body | undefined | Promise<Body | undefined>
  /** The client wants the events of the response. */
  readonly stream?: boolean
  /** A provider that kept the response has deleted it. */
  readonly forgotten?: (found: ReferredResponse) => Promise<void>
}

async function withStored<Body extends object>(
  request: GatewayRequest,
  services: OperationServices,
  id: string,
  { action, stream, kept, forgotten }: StoredAction<Body>,
): Promise<Reply<Body> | undefined> {
  const found = await services.responses.find(request.caller.owner, id)
  if (found === undefined) throw notFound(id)
  if (found.kind === 'kept') {
    const body = await kept(found)
    return body === undefined ? undefined : { status: 200, body }
  }
  const target = targetOf(services, found)
  if (target === undefined) throw notFound(id)
  const endpoint = { type: 'stored-response', id: found.id, action, query: passedQuery(request.query) } as const
  await sendToTargets(services.relay, request, [target], async () => {
    if (stream === true) return asUnknown(id, await relayStoredStream(services.relay, request, target, endpoint, responsesDialect))
    const answer = await askProvider(services.relay, request, target, { endpoint, upstream: responsesDialect, client: 'responses' })
    if (answer === undefined) return undefined
    if (answer instanceof GatewayFailure) return asUnknown(id, answer)
    await forgotten?.(found)
    const bytes =
      action === 'get' || action === 'cancel' ? (responsesDialect.relayedReply?.(answer.json, answer.bytes) ?? answer.bytes) : answer.bytes
    sendJson(request, 200, bytes, passedHeaders(target.provider, answer.headers))
    return undefined
  })
  return undefined
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

/** The part of the client's query to pass on to a provider. */
function passedQuery(query: URLSearchParams): string {
  const known = new URLSearchParams([...query].filter(([name]) => passedNames.has(name)))
  return known.size === 0 ? '' : `?${known.toString()}`
}

/** A response that its provider no longer has is an unknown one. */
function asUnknown(id: string, failure: GatewayFailure | undefined): GatewayFailure | undefined {
  return failure?.error.kind === 'not_found' ? notFound(id) : failure
}

function targetOf(services: OperationServices, found: ReferredResponse): RoutedTarget | undefined {
  const provider = services.routing.provider(found.provider)
  return provider === undefined ? undefined : { provider, model: found.model }
}

/** The same error for ids that are unknown, expired, deleted or another owner's. */
function notFound(id: string): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Response with id '${id}' not found.` })
}
