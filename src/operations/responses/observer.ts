import { outputAsInputItems } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ReplyObserver } from '../../relay/conversation/conversation.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { OperationServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import type { PreparedRequest } from './continuation.js'
import { responseIn } from './items.js'

interface KeeperOptions {
  readonly request: GatewayRequest
  readonly services: OperationServices
  readonly prepared: PreparedRequest
  /** The id that a reply of another style's upstream gets. */
  readonly replyId: string
  readonly store: boolean
  readonly connection: ConnectionMemory | undefined
}

const endings = ['event: response.completed\ndata: ', 'event: response.incomplete\ndata: ']
/** The id stands in the first event; a provider that hides it there is not looked at for ever. */
const mostFirstEvents = 4

/** Keeps the reply as the request asked: in the store, or with `store: false` for the connection at most. */
export function keeper(options: KeeperOptions): ReplyObserver | undefined {
  if (options.store) return storing(options)
  return options.connection === undefined ? undefined : remembering(options, options.connection)
}

function storing({ request, services, prepared, replyId }: KeeperOptions): ReplyObserver {
  const { owner } = request.caller
  const keep = (reply: object | string): void => {
    const { previousId, input } = prepared
    services.responses.keep({ owner, id: replyId, input, reply, ...(previousId === undefined ? {} : { previousId }) })
  }
  const refer = (response: unknown, target: RoutedTarget): boolean => {
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
    written(text) {
      const last = lastEvent(text)
      if (last !== undefined) keep(last)
    },
    relayedEvent(data, target) {
      if (looks >= mostFirstEvents) return
      looks = refer(eventResponse(data), target) ? mostFirstEvents : looks + 1
    },
  }
}

/** The provider keeps nothing either, so that all items go along with the next request of this connection. */
function remembering({ prepared, replyId }: KeeperOptions, connection: ConnectionMemory): ReplyObserver {
  const keep = (id: string, response: WireObject): void => {
    const items = [...prepared.conversation(), ...outputAsInputItems(response['output'])]
    connection.keep(id, { items, ...(prepared.base === undefined ? {} : { base: prepared.base }) })
  }
  return {
    reply(wire, _target, relayed) {
      keep(relayed ? (idOf(wire) ?? replyId) : replyId, wire)
    },
    written(text) {
      const last = lastEvent(text)
      if (last !== undefined) keep(replyId, responseIn(last))
    },
    relayedEvent(data) {
      if (!data.includes('"response.completed"') && !data.includes('"response.incomplete"')) return
      const response = eventResponse(data)
      const id = idOf(response)
      if (id !== undefined && response?.['status'] !== 'in_progress') keep(id, response ?? {})
    },
  }
}

/** The data of the event that ends a stream well; line ends inside data are escaped, so nothing else can look like it. */
function lastEvent(text: string): string | undefined {
  for (const ending of endings) {
    const at = text.lastIndexOf(ending)
    if (at < 0 || (at > 0 && text.charCodeAt(at - 1) !== 10)) continue
    const from = at + ending.length
    const to = text.indexOf('\n', from)
    return text.slice(from, to < 0 ? undefined : to)
  }
  return undefined
}

function eventResponse(data: string): WireObject | undefined {
  try {
    const event: unknown = JSON.parse(data)
    const response = typeof event === 'object' && event !== null && 'response' in event ? event.response : undefined
    return typeof response === 'object' && response !== null ? (response as WireObject) : undefined
  } catch {
    return undefined
  }
}

function idOf(response: unknown): string | undefined {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
