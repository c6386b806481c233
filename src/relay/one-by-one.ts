/** Runs pieces of work one after the other, in the order in which they come; each begins when the one before has ended, well or not. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve()

  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
