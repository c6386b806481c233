import { inputItemList, outputAsInputItems, responsesDialect, toInputItems } from '../../dialects/responses/index.js'
import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import { defined, isObject, listOf, type JsonObject } from '../../json/object.js'

interface Stored {
  /** The whole conversation before the reply. */
  readonly input: readonly unknown[]
  /** Absent: it was deleted. */
  readonly reply?: JsonObject
  readonly bytes: number
}

const mostResponses = 1000
const mostBytes = 32 * 1024 * 1024

/** The responses that the mock has made, as long as it runs; the oldest are forgotten first. */
export class StoredResponses {
  readonly #stored = new Map<string, Stored>()
  #bytes = 0

  /** A request for a response with the earlier turns before its input; other dialects have none. Throws a 400 for an unknown `previous_response_id`. */
  continued({ name }: Dialect, wire: WireObject): WireObject {
    const id = wire['previous_response_id']
    if (name !== responsesDialect.name || typeof id !== 'string') return wire
    const before = this.#stored.get(id)
    if (before?.reply === undefined)
      throw new GatewayFailure({
        kind: 'invalid_request',
        code: 'previous_response_not_found',
        message: `Previous response with id '${id}' not found.`,
        param: 'previous_response_id',
      })
    return { ...wire, input: [...before.input, ...outputAsInputItems(before.reply['output']), ...itemsOf(wire)] }
  }

  /** Keeps the reply to a request for a response; `undefined`: it is not to be kept. `wire`: the request with all turns. */
  keeper({ name }: Dialect, wire: WireObject): ((reply: JsonObject) => void) | undefined {
    if (name !== responsesDialect.name || wire['store'] === false) return undefined
    return (reply) => {
      const { id } = reply
      if (typeof id !== 'string') return
      const input = itemsOf(wire)
      this.#put(id, { input, reply, bytes: JSON.stringify([input, reply]).length })
    }
  }

  /** `undefined`: the mock has not made a response with this id. Throws a 404 for a deleted one. */
  find(id: string): JsonObject | undefined {
    const stored = this.#stored.get(id)
    if (stored !== undefined && stored.reply === undefined) throw notFound(id)
    return stored?.reply
  }

  items(id: string, query: URLSearchParams): object | undefined {
    if (this.find(id) === undefined) return undefined
    const items = itemsOf({ input: this.#stored.get(id)?.input })
    const limit = query.get('limit')
    const after = query.get('after')
    return inputItemList(
      items,
      defined({
        order: query.get('order') === 'asc' ? 'asc' : 'desc',
        limit: limit === null ? undefined : Number(limit),
        after: after ?? undefined,
      }),
    )
  }

  /** `undefined`: the mock has not made a response with this id. */
  delete(id: string): object | undefined {
    if (this.find(id) === undefined) return undefined
    this.#put(id, { input: [], bytes: 0 })
    return { id, object: 'response', deleted: true }
  }

  #put(id: string, stored: Stored): void {
    this.#bytes += stored.bytes - (this.#stored.get(id)?.bytes ?? 0)
    this.#stored.set(id, stored)
    for (const [oldest, { bytes }] of this.#stored) {
      if (this.#stored.size <= mostResponses && this.#bytes <= mostBytes) return
      this.#stored.delete(oldest)
      this.#bytes -= bytes
    }
  }
}

type Items = ReturnType<typeof toInputItems>

function itemsOf({ input }: WireObject): Items {
  if (typeof input === 'string') return toInputItems(input)
  // The contract's validator has checked the items when they were requested.
  return listOf(input).filter(isObject) as unknown as Items
}

function notFound(id: string): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Response with id '${id}' not found.` })
}
