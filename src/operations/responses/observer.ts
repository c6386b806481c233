import { outputAsInputItems } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { defined, objectOf, parseObject, textOf } from '../../json/object.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ReplyObserver } from '../../relay/conversation/conversation.js'
import type { RoutedTarget } from '../../routing/target.js'
import { itemsOf, itemsOfTurn, newItems } from '../conversations/conversation-store.js'
import type { ModelServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import type { PreparedRequest } from './continuation.js'

interface KeeperOptions {
  readonly request: GatewayRequest
  readonly services: ModelServices
  readonly prepared: PreparedRequest
  /** The id for a reply of another dialect's upstream. */
  readonly replyId: string
  readonly store: boolean
  readonly connection: ConnectionMemory | undefined
}

/** The id is in the first event; more than these events are not searched for it. */
const mostFirstEvents = 4

/** Keeps the reply as requested: in the store, or with `store: false` only for the connection. */
export function keeper(options: KeeperOptions): ReplyObserver | undefined {
  const { conversationId } = options.prepared
  const kept = storeKeeper(options)
  return conversationId === undefined ? kept : addingTo(options, conversationId, kept)
}

function storeKeeper(options: KeeperOptions): ReplyObserver | undefined {
  if (options.store) return storing(options)
  return options.connection === undefined ? undefined : remembering(options, options.connection)
}

function storing({ request, services, prepared, replyId }: KeeperOptions): ReplyObserver {
  const { owner } = request.caller
  const keep = (reply: WireObject): void => {
    const { previousId, input } = prepared
    services.responses.keep(defined({ owner, id: replyId, input, reply, previousId }))
  }
  const refer = (response: WireObject | undefined, target: RoutedTarget): boolean => {
    const id = idOf(response)
    if (id === undefined) return false
    services.responses.refer(owner, id, target.provider.settings.name, target.model)
    return true
  }
  let looks = 0
  return {
    reply(wire, target, relayed) {
      if (relayed) refer(wire, target)
      else if (wire['status'] !== 'failed') keep(wire)
    },
    relayedEvent(data, target) {
      if (looks >= mostFirstEvents) return
      looks = refer(eventResponse(data), target) ? mostFirstEvents : looks + 1
    },
  }
}

/** Adds the turn to a conversation that the gateway keeps, whether or not the response is stored. */
function addingTo(
  { request, services, prepared: { input } }: KeeperOptions,
  conversation: string,
  inner: ReplyObserver | undefined,
): ReplyObserver {
  const place = itemsOf(request.caller.owner, conversation)
  const add = (response: WireObject): void => {
    if (response['status'] === 'failed') return
    services.objects.addLater(place, newItems(itemsOfTurn(input, response['output']), services.relay.newId))
  }
  return {
    reply(wire, target, relayed) {
      inner?.reply(wire, target, relayed)
      add(wire)
    },
    relayedEvent(data, target) {
      inner?.relayedEvent?.(data, target)
      const response = endOfResponse(data)
      if (response !== undefined) add(response)
    },
  }
}

/** The provider keeps nothing either, so all items are sent with the next request of this connection. */
function remembering({ request, prepared, replyId }: KeeperOptions, connection: ConnectionMemory): ReplyObserver {
  const keep = (id: string, response: WireObject): void => {
    const output = outputAsInputItems(response['output'])
    const items = [...prepared.conversation(), ...output]
    const bytes = prepared.historyBytes + (request.body?.bytes.length ?? 0) + JSON.stringify(output).length
    connection.keep(id, defined({ items, bytes, base: prepared.base }))
  }
  return {
    reply(wire, _target, relayed) {
      keep(relayed ? (idOf(wire) ?? replyId) : replyId, wire)
    },
    relayedEvent(data) {
      const response = endOfResponse(data)
      const id = idOf(response)
      if (response !== undefined && id !== undefined) keep(id, response)
    },
  }
}

/** The whole response where the event is the last one of a stream that did not fail. */
function endOfResponse(data: string): WireObject | undefined {
  if (!data.includes('"response.completed"') && !data.includes('"response.incomplete"')) return undefined
  const response = eventResponse(data)
  return response?.['status'] === 'in_progress' ? undefined : response
}

function eventResponse(data: string): WireObject | undefined {
  return objectOf(parseObject(data)?.['response'])
}

function idOf(response: WireObject | undefined): string | undefined {
  return textOf(response?.['id'])
}
