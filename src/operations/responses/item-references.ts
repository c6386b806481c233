import { isItemReference, outputAsInputItems, replyIdOfItem } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { patchTopLevel } from '../../json/body-patch.js'
import { objectsOf, type JsonObject } from '../../json/object.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ModelServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import { takeHistory } from './history-size.js'
import { itemsText, responseIn } from './items.js'

/** A parsed body and its bytes. */
interface WrittenRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** Most responses that are looked up for one request. */
const mostResponses = 1000

/**
 * The request with item references replaced by the items that the gateway keeps. Other references stay: a provider of this dialect may know
 * them. Throws a 400 where that is too large or an item is named too often.
 */
export async function withReferredItems(
  request: GatewayRequest,
  services: ModelServices,
  { wire, bytes }: WrittenRequest,
  connection: ConnectionMemory | undefined,
): Promise<WrittenRequest> {
  const input: unknown = wire['input']
  if (!Array.isArray(input) || !input.some(isItemReference)) return { wire, bytes }
  const lookUp = lookingUp(request, services, connection)
  const items: unknown[] = []
  let found = 0
  let foundBytes = 0
  for (const [index, item] of input.entries()) {
    const kept: JsonObject | undefined = isItemReference(item) ? await lookUp(item.id, `/input/${index}`) : undefined
    items.push(kept ?? item)
    if (kept === undefined) continue
    found++
    foundBytes += JSON.stringify(kept).length
    // Small references may expand to large items, any number of times.
    if (foundBytes > services.relay.limits.body_bytes) break
  }
  if (found === 0) return { wire, bytes }
  takeHistory(request, services, foundBytes)
  return { wire: { ...wire, input: items }, bytes: patchTopLevel(bytes, { input: await itemsText(items) }) }
}

type LookUp = (id: string, at: string) => Promise<JsonObject | undefined>

function lookingUp(request: GatewayRequest, services: ModelServices, connection: ConnectionMemory | undefined): LookUp {
  const remembered = connection?.itemsById() ?? new Map<string, JsonObject>()
  const seen = new Set<string>()
  const kept = new Map<string, JsonObject>()
  return async (id, at) => {
    const responseId = replyIdOfItem(id)
    if (responseId !== undefined && !seen.has(responseId)) {
      if (seen.size === mostResponses) throw refuse(at, `${at}: the input names items of more than ${mostResponses} responses.`)
      seen.add(responseId)
      const response = await services.responses.find(request.caller.owner, responseId)
      if (response?.kind === 'kept') remember(responseIn(response)['output'], kept)
    }
    const item = kept.get(id) ?? remembered.get(id)
    return item === undefined ? undefined : withoutIdentity(item)
  }
}

function remember(output: unknown, kept: Map<string, JsonObject>): void {
  for (const item of objectsOf(outputAsInputItems(output))) if (typeof item['id'] === 'string') kept.set(item['id'], item)
}

/** The ids are the gateway's own; no provider knows them. */
function withoutIdentity({ id: _id, status: _status, ...item }: JsonObject): JsonObject {
  return item
}
