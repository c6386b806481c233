import { membersOfStep, SteppedWalk } from './stepped-walk.js'

/** What `JSON.rawJSON` makes. */
interface RawJson {
  readonly rawJSON: string
}

interface Place {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
  readonly exact: RawJson
}

/** Where a parsed value has numbers that were kept exact (see `exact-numbers.ts`). */
export class ExactNumberPlaces extends SteppedWalk {
  readonly #places: Place[] = []

  /** Whether there are any, after the last step. */
  get any(): boolean {
    return this.#places.length > 0
  }

  /** Runs `work` while plain numbers stand in their places. In steps, between which nobody else may read the value. */
  *whilePlain<Result>(work: () => Result): Generator<void, Result> {
    let plain = 0
    try {
      for (const { holder, key, exact } of this.#places) {
        holder[key] = Number(exact.rawJSON)
        if (++plain % membersOfStep === 0) yield
      }
      return work()
    } finally {
      let restored = 0
      for (const { holder, key, exact } of this.#places) {
        if (restored === plain) break
        holder[key] = exact
        if (++restored % membersOfStep === 0) yield
      }
    }
  }

  protected override look(value: object, from: number): number {
    const holder = value as Record<string | number, unknown>
    if (Array.isArray(value)) {
      const end = this.endOfStep(value, from)
      for (let index = from; index < end; index++) this.#take(holder, index)
      return end - from + 1
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
    if (JSON.isRawJSON(member)) this.#places.push({ holder, key, exact: member as RawJson })
    else this.add(member)
  }
}
