/** Members of lists and objects that one step looks at; somewhat more where one of them has more. */
const membersOfStep = 20_000

/** Looks at the lists and objects of a parsed value in steps, since there may be very many. Not recursive: the client decides the depth. */
export abstract class SteppedWalk {
  readonly #waiting: object[] = []

  constructor(value: object) {
    this.#waiting.push(value)
  }

  /** Looks at some of the value; `true`: at the rest of it. */
  step(): boolean {
    for (let seen = 0; seen < membersOfStep;) {
      const value = this.#waiting.pop()
      if (value === undefined) return true
      seen += this.look(value)
    }
    return false
  }

  /** To be looked at, too. */
  protected add(value: object): void {
    this.#waiting.push(value)
  }

  /** Looks at the members of one list or object. Returns how many, and one for itself. */
  protected abstract look(value: object): number
}
