import type { Item } from './items.js'

/** A turn that lives as long as its connection. */
export interface ConnectionTurn {
  /** The response at a provider that `items` come after. */
  readonly base?: string
  /** All items so far, the turn's own output included. Lists of later turns share their elements. */
  readonly items: readonly Item[]
}

const most = 16

/**
 * Responses made with `store: false` over one WebSocket: they can be continued there and nowhere else, the newest few of them,
 * and nothing is left when the connection closes.
 */
export class ConnectionMemory {
  readonly #turns = new Map<string, ConnectionTurn>()

  find(id: string): ConnectionTurn | undefined {
    return this.#turns.get(id)
  }

  keep(id: string, turn: ConnectionTurn): void {
    this.#turns.delete(id)
    this.#turns.set(id, turn)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > most && oldest !== undefined) this.#turns.delete(oldest)
  }
}
