/** Runs changes one after the other, so that each sees what the one before has done. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve()

  run<Value>(change: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(change, change)
    this.#last = result.catch(() => undefined)
    return result
  }
}
