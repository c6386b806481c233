import { setImmediate } from 'node:timers/promises'
import type { ResponsesResponse } from '../../../generated/responses/model/index.js'
import { outputAsInputItems, toInputItems, withoutForeignProofs } from '../../dialects/responses/index.js'
import type { KeptResponse } from '../../store/response-repository.js'
import { append } from '../../exchange/append.js'
import { isObject, type JsonObject } from '../../json/object.js'

/** Bytes of JSON that are read or written in one turn of the event loop. */
const bytesInOneTurn = 1024 * 1024

export type Item = ReturnType<typeof toInputItems>[number]
/** A response that this gateway has written. */
export type WireResponse = ResponsesResponse & JsonObject

/** `input` of a request as items; the contract's validator has seen it. */
export function inputItems(input: unknown): readonly Item[] {
  return toInputItems(input as Parameters<typeof toInputItems>[0])
}

/** The kept response. */
export function responseIn({ reply }: KeptResponse): WireResponse {
  return JSON.parse(reply) as WireResponse
}

/** The input of a turn. */
export function inputOf(turn: KeptResponse): readonly Item[] {
  return JSON.parse(turn.input) as Item[]
}

/** The items of these turns for the next input: inputs and outputs in order. Instructions are not inherited. */
export async function historyOf(turns: readonly KeptResponse[]): Promise<readonly Item[]> {
  const items: Item[] = []
  let read = 0
  for (const turn of turns) {
    append(items, inputOf(turn))
    append(items, outputAsInputItems(responseIn(turn)['output']))
    read += turn.input.length + turn.reply.length
    if (read < bytesInOneTurn) continue
    read = 0
    await setImmediate()
  }
  return items
}

/** The JSON list of items. */
export async function itemsText(items: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  let written = 0
  for (const item of items) {
    const text = JSON.stringify(item)
    texts.push(text)
    written += text.length
    if (written < bytesInOneTurn) continue
    written = 0
    await setImmediate()
  }
  return `[${texts.join(',')}]`
}

const ownIds = new Set([
  'message',
  'function_call',
  'custom_tool_call',
  'tool_search_call',
  'function_call_output',
  'custom_tool_call_output',
  'tool_search_output',
])

/**
 * Items that the gateway kept, for a provider of this dialect that has never seen them: without their ids and without reasoning
 * whose proof is missing or of another dialect.
 */
export function portableItems(items: readonly Item[]): readonly unknown[] {
  return withoutForeignProofs(items).flatMap((item) => {
    if (!isObject(item)) return [item]
    const type = typeof item['type'] === 'string' ? item['type'] : 'message'
    if (type === 'reasoning') {
      if (typeof item['encrypted_content'] !== 'string') return []
      const { id: _id, status: _status, ...rest } = item
      return [rest]
    }
    if (!ownIds.has(type)) return [item]
    const { id: _id, status: _status, ...rest } = item
    return [rest]
  })
}
