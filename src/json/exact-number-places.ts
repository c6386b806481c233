import { SteppedWalk } from './stepped-walk.js'

interface Place {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
  readonly exact: object
}

/** Where a parsed value has numbers that were kept exact (see `exact-numbers.ts`). */
export class ExactNumberPlaces extends SteppedWalk {
  readonly #places: Place[] = []

  /** Whether there are any, after the last step. */
  get any(): boolean {
    return this.#places.length > 0
  }

  /** Runs `work` while plain numbers stand in their places. */
  whilePlain<Result>(work: () => Result): Result {
    for (const { holder, key, exact } of this.#places) holder[key] = Number(JSON.stringify(exact))
    try {
      return work()
    } finally {
      for (const { holder, key, exact } of this.#places) holder[key] = exact
    }
  }

  protected override look(value: object): number {
    const holder = value as Record<string | number, unknown>
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.#take(holder, index)
      return value.length + 1
    }
    let count = 1
    for (const key in holder) {
      this.#take(holder, key)
      count++
    }
    return count
  }

  #take(holder: Place['holder'], key: string | number): void {
    const member = holder[key]
    if (typeof member !== 'object' || member === null) return
    if (JSON.isRawJSON(member)) this.#places.push({ holder, key, exact: member })
    else this.add(member)
  }
}
