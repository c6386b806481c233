/** Members of lists and objects that one step looks at; somewhat more where an object has more. */
export const membersOfStep = 20_000

/** Looks at the lists and objects of a parsed value in steps, since there may be very many. Not recursive: the client decides the depth. */
export abstract class SteppedWalk {
  readonly #waiting: object[] = []
  /** Where each of them is to be looked at next. */
  readonly #from: number[] = []

  constructor(value: object) {
    this.add(value)
  }

  /** Looks at some of the value; `true`: at the rest of it. */
  step(): boolean {
    for (let seen = 0; seen < membersOfStep;) {
      const value = this.#waiting.pop()
      if (value === undefined) return true
      seen += this.look(value, this.#from.pop() ?? 0)
    }
    return false
  }

  /** To be looked at, too; a list from this index on. */
  protected add(value: object, from = 0): void {
    this.#waiting.push(value)
    this.#from.push(from)
  }

  /** The index before which to stop in a list; what is behind it is looked at later. */
  protected endOfStep(list: readonly unknown[], from: number): number {
    const end = Math.min(list.length, from + membersOfStep)
    if (end < list.length) this.add(list, end)
    return end
  }

  /** Looks at the members of one object, or of a list from this index on. Returns how many, and one for itself. */
  protected abstract look(value: object, from: number): number
}
