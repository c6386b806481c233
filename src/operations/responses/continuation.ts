import { isCompaction, isItemReference, responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import { listOf, objectOf, textOf } from '../../json/object.js'
import { patchTopLevel } from '../../json/body-patch.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { StoredResponse } from '../../store/response-repository.js'
import { conversationsOf, historyIn, itemsOf } from '../conversations/conversation-store.js'
import type { ModelServices } from '../operation.js'
import type { ConnectionMemory, ConnectionTurn } from './connection-memory.js'
import { takeHistory } from './history-size.js'
import { withReferredItems } from './item-references.js'
import { historyOf, inputItems, itemsText, portableItems, type Item } from './items.js'
import { turnsAtProvider } from './turns-at-provider.js'

/** A request for a response, ready to be sent: the earlier turns are in it or at the provider. */
export interface PreparedRequest {
  /** For targets of another dialect: `input` is the whole conversation. */
  readonly wire: WireObject
  /** For targets of this dialect. */
  readonly bytes: Buffer
  readonly targets: readonly RoutedTarget[]
  /** The stored response before this request, to be kept with it. */
  readonly previousId?: string
  readonly input: unknown
  /** The conversation that the gateway keeps, to which the turn is added. */
  readonly conversationId?: string
  /** The response at a provider that comes before `conversation`. */
  readonly base?: string
  /** Bytes of the earlier turns in it as JSON. */
  readonly historyBytes: number
  /** All items that the gateway knows of, the new ones included. */
  readonly conversation: () => readonly Item[]
}

/** Items, and their approximate bytes as JSON. */
type History = Pick<ConnectionTurn, 'items' | 'bytes'>

interface UnpreparedRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
  readonly targets: readonly RoutedTarget[]
}

/**
 * Replaces item references by the items, and `previous_response_id` by the earlier turns before the input. Throws a 400 for an id that
 * this owner does not have.
 */
export async function continued(
  request: GatewayRequest,
  services: ModelServices,
  asked: UnpreparedRequest,
  connection: ConnectionMemory | undefined,
): Promise<PreparedRequest> {
  const written = await withReferredItems(request, services, asked, connection)
  const { wire } = written
  checkOneHistory(wire)
  const inConversation = await continuedInConversation(request, services, written, asked.targets)
  if (inConversation !== undefined) return inConversation
  const unprepared: UnpreparedRequest = { ...written, targets: ableTargets(wire, asked.targets) }
  await services.issuedIds.check(request.caller.owner, asked.targets, responsesDialect.objectIds, wire, written.bytes)
  const id = wire['previous_response_id']
  const added = (): readonly Item[] => inputItems(wire['input'])
  if (typeof id !== 'string') return { ...unprepared, input: wire['input'], historyBytes: 0, conversation: added }
  const remembered = connection?.find(id)
  if (remembered !== undefined) {
    takeHistory(request, services, remembered.bytes)
    if (remembered.base === undefined)
      return { ...(await expanded(unprepared, remembered.items, remembered.bytes)), input: [...remembered.items, ...added()] }
    return await afterBase(request, services, unprepared, remembered.base, remembered)
  }
  const found = await services.responses.find(request.caller.owner, id)
  if (found === undefined) throw notFound(id)
  if (found.kind === 'referred') return await afterReferred(request, services, unprepared, found, { items: [], bytes: 0 })
  const history = await services.responses.turns(found, (bytes) => {
    takeHistory(request, services, bytes)
  })
  if (history === undefined) throw notFound(id)
  const { turns, bytes } = history
  return { ...(await expanded(unprepared, await historyOf(turns), bytes)), previousId: id, input: wire['input'] }
}

function checkOneHistory({ conversation, previous_response_id: previous }: WireObject): void {
  if (typeof previous === 'string' && conversation !== undefined && conversation !== null)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: 'previous_response_id and conversation exclude each other.',
      param: 'previous_response_id',
    })
}

/** The request with the items of a conversation that the gateway keeps before its input; `undefined` where it names none of these. */
async function continuedInConversation(
  request: GatewayRequest,
  services: ModelServices,
  written: Pick<UnpreparedRequest, 'wire' | 'bytes'>,
  targets: readonly RoutedTarget[],
): Promise<PreparedRequest | undefined> {
  const { owner } = request.caller
  const { conversation, ...wire } = written.wire
  const id = textOf(objectOf(conversation)?.['id'] ?? conversation)
  if (id === undefined || (await services.objects.find(conversationsOf(owner), id)) === undefined) return undefined
  await services.issuedIds.check(owner, targets, responsesDialect.objectIds, wire, written.bytes)
  let historyBytes = 0
  const history = await historyIn(services.objects, itemsOf(owner, id), (bytes) => {
    historyBytes = bytes
    takeHistory(request, services, bytes)
  })
  const bytes = patchTopLevel(written.bytes, { conversation: 'null' })
  const unprepared = { wire, bytes, targets: ableTargets({ ...wire, input: [...history, ...inputItems(wire['input'])] }, targets) }
  return { ...(await expanded(unprepared, history, historyBytes)), input: wire['input'], conversationId: id }
}

/** The same error for ids that are unknown, expired, deleted or another owner's. */
function notFound(id: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'invalid_request',
    message: `Previous response with id '${id}' not found.`,
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  })
}

async function expanded(
  unprepared: UnpreparedRequest,
  history: readonly Item[],
  historyBytes: number,
): Promise<Omit<PreparedRequest, 'input' | 'previousId'>> {
  const { wire, bytes, targets } = unprepared
  const items = [...history, ...inputItems(wire['input'])]
  return {
    wire: { ...wire, input: items },
    bytes: targets.some(speaksResponses)
      ? patchTopLevel(bytes, {
          input: await itemsText([...portableItems(history), ...inputItems(wire['input'])]),
          previous_response_id: 'null',
        })
      : bytes,
    targets,
    historyBytes,
    conversation: () => items,
  }
}

async function afterBase(
  request: GatewayRequest,
  services: ModelServices,
  unprepared: UnpreparedRequest,
  base: string,
  since: History,
): Promise<PreparedRequest> {
  const found = await services.responses.find(request.caller.owner, base)
  if (found?.kind !== 'referred') throw notFound(base)
  return await afterReferred(request, services, unprepared, found, since)
}

/**
 * Continues a conversation that a provider keeps, at whichever of the model's targets that is. Where the model has only other targets, the
 * turns are fetched once and sent along.
 */
async function afterReferred(
  request: GatewayRequest,
  services: ModelServices,
  unprepared: UnpreparedRequest,
  base: StoredResponse & { readonly kind: 'referred' },
  { items: since, bytes: sinceBytes }: History,
): Promise<PreparedRequest> {
  const targets = unprepared.targets.filter((target) => target.provider.settings.name === base.provider && speaksResponses(target))
  const added = inputItems(unprepared.wire['input'])
  if (targets.length > 0) {
    const bytes =
      since.length === 0
        ? unprepared.bytes
        : patchTopLevel(unprepared.bytes, {
            input: await itemsText([...portableItems(since), ...added]),
            previous_response_id: JSON.stringify(base.id),
          })
    return {
      ...unprepared,
      bytes,
      targets,
      base: base.id,
      input: added,
      historyBytes: sinceBytes,
      conversation: () => [...since, ...added],
    }
  }
  const fetched = await turnsAtProvider(request, services, base)
  if (fetched === undefined) throw notFound(base.id)
  const history = [...fetched, ...since]
  const historyBytes = (await itemsText(history)).length
  takeHistory(request, services, historyBytes)
  return { ...(await expanded(unprepared, history, historyBytes)), input: [...history, ...added] }
}

/** Only providers of this style understand some items; the others would refuse them. All, where none is such. */
function ableTargets(wire: WireObject, targets: readonly RoutedTarget[]): readonly RoutedTarget[] {
  if (targets.length < 2) return targets
  const able = targets.filter(speaksResponses)
  const mixed = able.length > 0 && able.length < targets.length
  return mixed && listOf(wire['input']).some((item) => isCompaction(item) || isItemReference(item)) ? able : targets
}

function speaksResponses(target: RoutedTarget): boolean {
  return target.provider.dialectsFor(target.model).includes('responses')
}
