import type { Member } from './member.js'

/** Has workers give back what was given to them ahead, and forget what they keep for tokens. */
export class Recalls {
  #changed = false
  /** Those that are not answered yet, by their caller. */
  readonly #asked = new Map<string | undefined, Promise<unknown>>()

  constructor(private readonly members: Iterable<Pick<Member, 'link' | 'isLate' | 'hasAhead' | 'heard'>>) {}

  /** What was given ahead is given by tokens as they were. Told at once: before the answer to who has changed them. */
  tokensChanged(): void {
    if (this.#changed) return
    this.#changed = true
    queueMicrotask(() => {
      this.#changed = false
    })
    for (const member of this.members) {
      if (member.hasAhead(undefined)) member.link.say({ type: 'recall', caller: undefined })
      member.link.say({ type: 'forget' })
      member.link.flush()
    }
  }

  /** A question that waits for its answer is not asked again. `undefined`: nobody has any. */
  of(callerId: string | undefined): Promise<unknown> | undefined {
    const asked = this.#asked.get(callerId)
    if (asked !== undefined) return asked
    const returned: Promise<void>[] = []
    for (const member of this.members) {
      // A refusal does not wait twice for one that is stuck.
      if (member.isLate || !member.hasAhead(callerId)) continue
      member.link.say({ type: 'recall', caller: callerId })
      returned.push(member.heard())
    }
    if (returned.length === 0) return undefined
    const all = Promise.all(returned).then(() => this.#asked.delete(callerId))
    this.#asked.set(callerId, all)
    return all
  }
}
