import { GatewayFailure, refuse } from '../../exchange/error.js'
import { isItemReference } from '../../dialects/responses/index.js'
import { defined, listOf, parseObject } from '../../json/object.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { KeptObject } from '../../store/kept-object-repository.js'
import { requiredBody } from '../converse.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { inputItems, type Item } from '../responses/items.js'
import { conversationsOf, itemIn, itemsOf, newItems, unknownConversation } from './conversation-store.js'

/** `POST /v1/conversations` */
export const createConversation: OperationHandler<'createConversation'> = async (request, { objects, relay }) => {
  const json = request.body?.json ?? {}
  const items = newItems(itemsIn(json['items']), relay.newId)
  const { owner } = request.caller
  const [made] = await objects.add(conversationsOf(owner), [{ id: relay.newId('conv_'), value: {}, metadata: json['metadata'] ?? {} }])
  if (made === undefined) throw new GatewayFailure({ kind: 'internal', message: 'The conversation was not stored.' })
  if (items.length > 0) await objects.add(itemsOf(owner, made.id), items)
  return { status: 200, body: shown(made) }
}

/** `GET /v1/conversations/{conversation_id}` */
export const getConversation: OperationHandler<'getConversation'> = async (request, services, { conversation_id: id }) => ({
  status: 200,
  body: shown(await found(request, services, id)),
})

/** `POST /v1/conversations/{conversation_id}` */
export const updateConversation: OperationHandler<'updateConversation'> = async (request, services, { conversation_id: id }) => {
  const conversation = await found(request, services, id)
  const metadata = requiredBody(request).json['metadata'] ?? {}
  await services.objects.setMetadata(conversation, id, metadata)
  return { status: 200, body: shown({ ...conversation, metadata: JSON.stringify(metadata) }) }
}

/** `DELETE /v1/conversations/{conversation_id}`: its items go too. */
export const deleteConversation: OperationHandler<'deleteConversation'> = async (request, services, { conversation_id: id }) => {
  const conversation = await found(request, services, id)
  await services.objects.remove(conversation, id)
  return { status: 200, body: { id, object: 'conversation.deleted', deleted: true } }
}

/** `POST /v1/conversations/{conversation_id}/items` */
export const createConversationItems: OperationHandler<'createConversationItems'> = async (request, services, { conversation_id: id }) => {
  await found(request, services, id)
  const items = newItems(itemsIn(requiredBody(request).json['items']), services.relay.newId)
  const added = await services.objects.add(itemsOf(request.caller.owner, id), items)
  return { status: 200, body: listOfItems(added, false) }
}

/** `GET /v1/conversations/{conversation_id}/items`: the newest first unless `order` is `asc`. */
export const listConversationItems: OperationHandler<'listConversationItems'> = async (
  request,
  services,
  { conversation_id: id, limit = 20, order = 'desc', after },
) => {
  await found(request, services, id)
  const place = itemsOf(request.caller.owner, id)
  const before = after === undefined ? undefined : await services.objects.find(place, after)
  if (after !== undefined && before === undefined) throw refuse('after', `after: the conversation has no item '${after.slice(0, 200)}'.`)
  const page = await services.objects.list(place, defined({ order, limit: limit + 1, after: before?.position }))
  return { status: 200, body: listOfItems(page.slice(0, limit), page.length > limit) }
}

/** `GET /v1/conversations/{conversation_id}/items/{item_id}` */
export const getConversationItem: OperationHandler<'getConversationItem'> = async (
  request,
  services,
  { conversation_id: id, item_id: itemId },
) => {
  await found(request, services, id)
  const item = await services.objects.find(itemsOf(request.caller.owner, id), itemId)
  if (item === undefined) throw unknownItem(itemId)
  return { status: 200, body: itemIn(item) }
}

/** `DELETE /v1/conversations/{conversation_id}/items/{item_id}`: answers with the conversation. */
export const deleteConversationItem: OperationHandler<'deleteConversationItem'> = async (
  request,
  services,
  { conversation_id: id, item_id: itemId },
) => {
  const conversation = await found(request, services, id)
  if (!(await services.objects.remove(itemsOf(request.caller.owner, id), itemId))) throw unknownItem(itemId)
  return { status: 200, body: shown(conversation) }
}

async function found(request: GatewayRequest, { objects }: OperationServices, id: string): Promise<KeptObject> {
  const conversation = await objects.find(conversationsOf(request.caller.owner), id)
  if (conversation === undefined) throw unknownConversation(id)
  return conversation
}

/** The items of a request; the contract's validator has seen them. */
function itemsIn(items: unknown): readonly Item[] {
  for (const [index, item] of listOf(items).entries())
    if (isItemReference(item))
      throw refuse(`/items/${index}`, `/items/${index}: a conversation keeps the items themselves, not references to others.`)
  return inputItems(listOf(items))
}

function shown({ id, createdAt, metadata }: KeptObject) {
  return {
    id,
    object: 'conversation' as const,
    created_at: Math.floor(createdAt / 1000),
    metadata: (parseObject(metadata) ?? {}) as Record<string, string>,
  }
}

function listOfItems(objects: readonly KeptObject[], hasMore: boolean) {
  return {
    object: 'list' as const,
    data: objects.map(itemIn),
    first_id: objects[0]?.id ?? null,
    last_id: objects.at(-1)?.id ?? null,
    has_more: hasMore,
  }
}

function unknownItem(id: string): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Item with id '${id.slice(0, 200)}' not found.` })
}
