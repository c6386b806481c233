import type { Holding } from '../../access/holding.js'
import { objectsOf, type JsonObject } from '../../json/object.js'
import type { Item } from './items.js'

/** A turn that is kept while its connection is open. */
export interface ConnectionTurn {
  /** The response at a provider that comes before `items`. */
  readonly base?: string
  /** All items so far, the turn's own output included. Lists of later turns share their elements. */
  readonly items: readonly Item[]
  /** Approximate bytes of the items as JSON. */
  readonly bytes: number
}

const most = 16

/**
 * Responses made with `store: false` over one WebSocket. Only this connection can continue them. Kept are the newest few, at most the bytes
 * of one body, until the connection closes.
 */
export class ConnectionMemory {
  readonly #turns = new Map<string, ConnectionTurn>()
  #bytes = 0
  #closed = false

  constructor(
    private readonly holding: Pick<Holding, 'tryHold' | 'free'>,
    private readonly mostBytes: number,
  ) {}

  find(id: string): ConnectionTurn | undefined {
    return this.#turns.get(id)
  }

  itemsById(): Map<string, JsonObject> {
    const items = new Map<string, JsonObject>()
    for (const turn of this.#turns.values())
      for (const item of objectsOf(turn.items)) if (typeof item['id'] === 'string') items.set(item['id'], item)
    return items
  }

  /** Keeps a turn and removes older ones where there is no room. A turn that is too large by itself is not kept. */
  keep(id: string, turn: ConnectionTurn): void {
    this.#drop(id)
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size < most && this.#bytes + turn.bytes <= this.mostBytes) break
      this.#drop(oldest)
    }
    let refused = this.#closed || this.holding.tryHold(turn.bytes) !== undefined
    for (const oldest of this.#turns.keys()) {
      if (!refused || this.#closed) break
      this.#drop(oldest)
      refused = this.holding.tryHold(turn.bytes) !== undefined
    }
    if (refused) return
    this.#turns.set(id, turn)
    this.#bytes += turn.bytes
  }

  close(): void {
    this.#closed = true
    for (const id of this.#turns.keys()) this.#drop(id)
  }

  #drop(id: string): void {
    const turn = this.#turns.get(id)
    if (turn === undefined) return
    this.#turns.delete(id)
    this.#bytes -= turn.bytes
    this.holding.free(turn.bytes)
  }
}
