import type { ChatCompletion } from '../../../generated/chat-completions/model/index.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { defined, isObject, listOf, parseObject } from '../../json/object.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { KeptObject } from '../../store/kept-object-repository.js'
import { requiredBody } from '../converse.js'
import { placeOf } from '../kept-objects.js'
import type { OperationHandler, OperationServices } from '../operation.js'

/** `GET /v1/chat/completions/{completion_id}` */
export const getChatCompletion: OperationHandler<'getChatCompletion'> = async (request, services, { completion_id: id }) => ({
  status: 200,
  body: shown(await found(request, services, id)),
})

/** `POST /v1/chat/completions/{completion_id}` */
export const updateChatCompletion: OperationHandler<'updateChatCompletion'> = async (request, services, { completion_id: id }) => {
  const completion = await found(request, services, id)
  const metadata = requiredBody(request).json['metadata'] ?? {}
  await services.objects.setMetadata(completion, id, metadata)
  return { status: 200, body: shown({ ...completion, metadata: JSON.stringify(metadata) }) }
}

/** `DELETE /v1/chat/completions/{completion_id}` */
export const deleteChatCompletion: OperationHandler<'deleteChatCompletion'> = async (request, services, { completion_id: id }) => {
  const completion = await found(request, services, id)
  await services.objects.remove(completion, id)
  return { status: 200, body: { id, object: 'chat.completion.deleted', deleted: true } }
}

/** Most completions that are read for one page where `metadata[…]` filters it. */
const mostLookedAt = 10_000

/** `GET /v1/chat/completions`: the oldest first unless `order` is `desc`. */
export const listChatCompletions: OperationHandler<'listChatCompletions'> = async (
  request,
  { objects },
  { limit = 20, order = 'asc', after, model },
) => {
  const place = placeOf(request.caller.owner, 'chat-completion')
  const before = after === undefined ? undefined : await objects.find(place, after)
  if (after !== undefined && before === undefined) throw unknownCursor(after)
  const wanted = wantedMetadata(request.query)
  const page: KeptObject[] = []
  let [position, lookedAt] = [before?.position, 0]
  while (page.length <= limit && lookedAt < mostLookedAt) {
    const more = await objects.list(place, defined({ order, limit: 100, model, after: position }))
    for (const object of more) if (page.length <= limit && hasMetadata(object, wanted)) page.push(object)
    position = more.at(-1)?.position
    lookedAt += more.length
    if (more.length < 100) break
  }
  const data = page.slice(0, limit)
  return {
    status: 200,
    body: {
      object: 'list',
      data: data.map(shown),
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: page.length > limit,
    },
  }
}

/** `GET /v1/chat/completions/{completion_id}/messages`: the messages of the request. */
export const listChatCompletionMessages: OperationHandler<'listChatCompletionMessages'> = async (
  request,
  services,
  { completion_id: id, limit = 20, order = 'asc', after },
) => {
  const { messages } = contentOf(await found(request, services, id))
  const all = messages.map((message, index) => shownMessage(message, `${id}-${index}`))
  if (order === 'desc') all.reverse()
  const first = after === undefined ? 0 : all.findIndex((message) => message.id === after) + 1
  if (after !== undefined && first === 0) throw unknownCursor(after)
  const data = all.slice(first, first + limit)
  return {
    status: 200,
    body: {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: all.length > first + limit,
    },
  }
}

/** The same 404 for ids that are unknown, expired, deleted or another owner's. */
async function found(request: GatewayRequest, { objects }: OperationServices, id: string): Promise<KeptObject> {
  const completion = await objects.find(placeOf(request.caller.owner, 'chat-completion'), id)
  if (completion === undefined)
    throw new GatewayFailure({ kind: 'not_found', message: `Chat completion with id '${id.slice(0, 200)}' not found.` })
  return completion
}

function contentOf({ value }: KeptObject): { readonly reply: object; readonly messages: readonly unknown[] } {
  const { reply, messages } = parseObject(value) ?? {}
  return { reply: isObject(reply) ? reply : {}, messages: listOf(messages) }
}

function shown(completion: KeptObject): ChatCompletion {
  // It was a valid reply when it was kept.
  return {
    ...(contentOf(completion).reply as ChatCompletion),
    metadata: parseObject(completion.metadata) ?? {},
  }
}

/** A message of the request with an id; content in parts has a place of its own. */
function shownMessage(message: unknown, id: string) {
  const members = isObject(message) ? message : {}
  const parts = Array.isArray(members['content']) ? members['content'] : null
  const role = typeof members['role'] === 'string' ? members['role'] : 'user'
  return {
    ...members,
    id,
    role,
    content: parts === null && typeof members['content'] === 'string' ? members['content'] : null,
    content_parts: parts,
  }
}

/** `metadata[name]=text` in the query. */
function wantedMetadata(query: URLSearchParams): readonly (readonly [string, string])[] {
  return [...query].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(.*)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
}

function hasMetadata({ metadata }: KeptObject, wanted: readonly (readonly [string, string])[]): boolean {
  if (wanted.length === 0) return true
  const own = parseObject(metadata) ?? {}
  return wanted.every(([name, value]) => own[name] === value)
}

function unknownCursor(after: string): GatewayFailure {
  return refuse('after', `after: the list has no '${after.slice(0, 200)}'.`)
}
