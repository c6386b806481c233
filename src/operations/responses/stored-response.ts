import { inputItemList, responsesDialect } from '../../dialects/responses/index.js'
import { eventsOfResponse, framesOfEvents } from '../../dialects/responses/reply/reply-events.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Call } from '../../relay/call.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import { relayStoredStream } from '../../relay/stored-stream.js'
import { sendJson, streamHeaders } from '../../relay/reply.js'
import { sendToTargets } from '../../relay/targets/targets.js'
import { passedHeaders } from '../../relay/upstream/upstream-headers.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { KeptResponse, ReferredResponse } from '../../store/response-repository.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { historyOf, inputOf, responseIn } from './items.js'

/** `GET /v1/responses/{response_id}`, with `stream=true` as the events that it came in. */
export const getResponse: OperationHandler = async (call, services) => {
  await withStored(call, services, {
    action: 'get',
    kept(found) {
      const response = responseIn(found.reply)
      if (call.query.get('stream') !== 'true') return response
      const after = wholeNumber(call.query, 'starting_after', -1, 0, Number.MAX_SAFE_INTEGER)
      call.record.status = 200
      call.record.outcome = 'ok'
      call.response.writeHead(200, streamHeaders(call, 'sse'))
      call.response.end(framesOfEvents(eventsOfResponse(response).slice(after + 1)))
      return undefined
    },
  })
}

/** `DELETE /v1/responses/{response_id}` */
export const deleteResponse: OperationHandler = async (call, services) => {
  await withStored(call, services, {
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
export const cancelResponse: OperationHandler = async (call, services) => {
  await withStored(call, services, {
    action: 'cancel',
    kept(found) {
      const response = responseIn(found.reply)
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
export const listResponseInputItems: OperationHandler = async (call, services) => {
  const order = call.query.get('order')
  if (order !== null && order !== 'asc' && order !== 'desc')
    throw new GatewayFailure({ kind: 'invalid_request', message: 'order must be asc or desc', param: 'order' })
  const limit = wholeNumber(call.query, 'limit', 20, 1, 100)
  const after = call.query.get('after')
  const before = call.query.get('before')
  await withStored(call, services, {
    action: 'input-items',
    async kept(found) {
      const turns = await services.responses.turns(found)
      if (turns === undefined) throw notFound(call)
      return inputItemList([...historyOf(turns.slice(0, -1)), ...inputOf(found)], {
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

async function withStored(call: Call, services: OperationServices, { action, kept, forgotten }: StoredAction): Promise<void> {
  const found = await services.responses.find(call.token.owner, idOf(call))
  if (found === undefined) throw notFound(call)
  call.record.style = 'responses'
  if (found.kind === 'kept') {
    const answer = await kept(found)
    if (answer !== undefined) sendJson(call, 200, Buffer.from(JSON.stringify(answer)), {})
    return
  }
  const target = targetOf(services, found)
  if (target === undefined) throw notFound(call)
  const endpoint = { type: 'stored-response', id: found.id, action, query: passedQuery(call.query) } as const
  await sendToTargets(services.relay, call, [target], async () => {
    if (action === 'get' && call.query.get('stream') === 'true')
      return asUnknown(call, await relayStoredStream(services.relay, call, target, endpoint))
    const answer = await askProvider(services.relay, call, target, { endpoint, upstream: responsesDialect, client: 'responses' })
    if (answer === undefined) return undefined
    if (answer instanceof GatewayFailure) return asUnknown(call, answer)
    await forgotten?.(found)
    const bytes =
      action === 'get' || action === 'cancel' ? (responsesDialect.relayedReply?.(answer.json, answer.bytes) ?? answer.bytes) : answer.bytes
    sendJson(call, 200, bytes, passedHeaders(answer.headers))
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
function asUnknown(call: Call, failure: GatewayFailure | undefined): GatewayFailure | undefined {
  return failure?.error.kind === 'not_found' ? notFound(call) : failure
}

function targetOf(services: OperationServices, found: ReferredResponse): RoutedTarget | undefined {
  const provider = services.routing.provider(found.provider)
  return provider === undefined ? undefined : { provider, model: found.model }
}

function idOf(call: Call): string {
  return call.parameters['response_id'] ?? ''
}

/** The one answer for ids that are unknown, expired, deleted or another owner's (promises P05). */
function notFound(call: Call): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Response with id '${idOf(call)}' not found.` })
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, least: number, most: number): number {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new GatewayFailure({ kind: 'invalid_request', message: `${name} must be a whole number from ${least} to ${most}`, param: name })
  return value
}
