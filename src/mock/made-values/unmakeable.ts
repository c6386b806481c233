/** No value can be made of a schema, or none that this generator finds. */
export class Unmakeable extends Error {
  constructor(
    /** Where in the value: `/rooms/0/name`. */
    readonly at: string,
    /** `has the pattern (?=a), which …` */
    readonly reason: string,
  ) {
    super(`${at === '' ? 'the value' : at} ${reason}`)
    this.name = 'Unmakeable'
  }
}

/** The work on one schema has a limit: unlike other problems, another branch of a union cannot help. */
export class TooMuchWork extends Unmakeable {
  constructor() {
    super('', 'needs too many steps: the schema is too large or refers to itself without end')
    this.name = 'TooMuchWork'
  }
}

/** Counts the steps of one task. */
export class Steps {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  take(count = 1): void {
    this.#left -= count
    if (this.#left < 0) throw new TooMuchWork()
  }
}
