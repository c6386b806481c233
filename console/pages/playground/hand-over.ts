import { signal } from '@preact/signals'

/** What another page opens the playground with. A key is in memory alone, never in an address. */
export interface HandOver {
  readonly key?: string
  readonly model?: string
  /** The name of a client style, as elsewhere. */
  readonly style?: string
  /** The body of a request in that style. */
  readonly body?: string
}

/** The playground takes it when it opens, and sets it to undefined. */
export const handOver = signal<HandOver | undefined>(undefined)
