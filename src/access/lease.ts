/** Something that counts what runs. */
export interface Running {
  running: number
}

/** The slots that one request holds while it runs, of the process and of its caller. Given back once, however often that is asked. */
export class Lease {
  #held = true

  constructor(
    private readonly process: Running,
    private readonly caller: Running,
  ) {
    process.running++
    caller.running++
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    this.process.running--
    this.caller.running--
  }
}
