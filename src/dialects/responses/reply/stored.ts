import type { ResponsesInput, ResponsesInputItem, ResponsesItemList } from '../../../../generated/responses/model/index.js'
import { openProof } from '../../../exchange/proof.js'
import { isObject, objectsOf, type JsonObject } from '../../../json/object.js'

/** The input of a request as a list of items; a text becomes a user message. */
export function toInputItems(input: ResponsesInput | undefined): readonly ResponsesInputItem[] {
  if (input === undefined) return []
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }] : input
}

/**
 * The output of a stored response as input items of the next request. Every type of output items is a type of input items too.
 */
export function outputAsInputItems(output: unknown): readonly ResponsesInputItem[] {
  return objectsOf(output).map((item) =>
    item['type'] === 'message' ? withoutEmptyLists(item) : item,
  ) as unknown as readonly ResponsesInputItem[]
}

/** Removes empty `annotations`, and `logprobs`, which have no meaning in an input. */
function withoutEmptyLists(message: JsonObject): JsonObject {
  if (!Array.isArray(message['content'])) return message
  const content = objectsOf(message['content']).map((part) => {
    const { annotations, logprobs: _logprobs, ...rest } = part
    return Array.isArray(annotations) && annotations.length > 0 ? { ...rest, annotations } : rest
  })
  return { ...message, content }
}

export interface ItemListOptions {
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
  readonly after?: string
  readonly before?: string
}

/** The reply of `GET /v1/responses/{id}/input_items`: newest first unless `order` is `asc`. An item without an id gets one by its index. */
export function inputItemList(items: readonly ResponsesInputItem[], options: ItemListOptions = {}): ListedItems {
  const named = items.map((item, index) => listedItem(item, (prefix) => `${prefix}${String(index).padStart(4, '0')}`))
  if (options.order !== 'asc') named.reverse()
  const first = options.after === undefined ? 0 : named.findIndex((item) => item.id === options.after) + 1
  const last = options.before === undefined ? -1 : named.findIndex((item) => item.id === options.before)
  const range = named.slice(first, last < 0 ? undefined : last)
  const data = range.slice(0, options.limit ?? 20)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: range.length > data.length,
  }
}

type ListedItem = ResponsesInputItem & { readonly id: string }

interface ListedItems extends ResponsesItemList {
  data: ListedItem[]
}

/** An input item as lists have it: with an id, and the content of a message as a list. */
export function listedItem(item: ResponsesInputItem, newId: (prefix: string) => string): ListedItem {
  const wire: JsonObject = { ...item }
  const type = typeof wire['type'] === 'string' ? wire['type'] : 'message'
  const id = typeof wire['id'] === 'string' && wire['id'] !== '' ? wire['id'] : newId(idPrefixes[type] ?? 'item_')
  if (type !== 'message') return { ...wire, id }
  const partType = wire['role'] === 'assistant' ? 'output_text' : 'input_text'
  const content = typeof wire['content'] === 'string' ? [{ type: partType, text: wire['content'] }] : wire['content']
  return { ...wire, type, id, status: wire['status'] ?? 'completed', content } as ListedItem
}

const idPrefixes: Readonly<Record<string, string>> = {
  message: 'msg_',
  function_call: 'fc_',
  function_call_output: 'fco_',
  custom_tool_call: 'ctc_',
  custom_tool_call_output: 'ctco_',
  reasoning: 'rs_',
}

/**
 * Removes reasoning items with other dialects' proofs, which this gateway has sealed: OpenAI refuses them. Returns the same list where there
 * are none.
 */
export function withoutForeignProofs(items: readonly unknown[]): readonly unknown[] {
  if (!items.some(isSealed)) return items
  return items.filter((item) => !isSealed(item))
}

function isSealed(item: unknown): boolean {
  return (
    isObject(item) &&
    item['type'] === 'reasoning' &&
    typeof item['encrypted_content'] === 'string' &&
    openProof(item['encrypted_content']) !== undefined
  )
}
