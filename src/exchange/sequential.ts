import type { StreamPart } from './stream-part.js'

/**
 * Puts the parts of a streamed reply into sequence, for dialects in which only one part may be open at a time (messages, responses). The
 * open part is passed on at once; parts that start meanwhile are buffered and follow in the order of their start. Everything that belongs to
 * no part (`reply-start`, `usage` …) is passed on at once.
 *
 * Only choice 0 is passed on, since these dialects have one choice. On `error` the buffered parts are dropped: the open part never ends.
 */
export class Sequencer {
  #open: number | undefined
  /** In the order of their start. Those that have had their turn stay, without what they held, until none waits. */
  #waiting: WaitingPart[] = []
  #next = 0
  /** The first of each part among those that wait: a search in the list for each delta of many open parts would take long. */
  readonly #byPart = new Map<number, WaitingPart>()

  constructor(readonly emit: (part: StreamPart) => void) {}

  push(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'tool-call-start':
      case 'refusal-start':
        if (part.choice !== 0) return
        if (this.#open === undefined) {
          this.#open = part.part
          this.emit(part)
        } else {
          this.#wait({ part: part.part, ended: false, held: [part] })
        }
        return
      case 'text-delta':
      case 'citation':
      case 'reasoning-delta':
      case 'reasoning-break':
      case 'tool-call-delta':
      case 'refusal-delta':
        if (part.choice !== 0) return
        if (part.part === this.#open) this.emit(part)
        else this.#byPart.get(part.part)?.held.push(part)
        return
      case 'text-end':
      case 'reasoning-end':
      case 'tool-call-end':
      case 'refusal-end':
        if (part.choice === 0) this.#end(part)
        return
      case 'media':
      case 'opaque':
        if (part.choice !== 0) return
        if (this.#open === undefined) this.emit(part)
        else this.#wait({ part: part.part, ended: true, held: [part] })
        return
      case 'audio-delta':
      case 'choice-end':
        if (part.choice === 0) this.emit(part)
        return
      default:
        this.emit(part)
    }
  }

  #end(part: StreamPart & { readonly part: number }): void {
    if (part.part !== this.#open) {
      const waiting = this.#byPart.get(part.part)
      if (waiting === undefined) return
      waiting.held.push(part)
      waiting.ended = true
      return
    }
    this.emit(part)
    this.#open = undefined
    while (this.#open === undefined) {
      const next = this.#takeNext()
      if (next === undefined) return
      for (const held of next.held.splice(0)) this.emit(held)
      if (!next.ended) this.#open = next.part
    }
  }

  #wait(waiting: WaitingPart): void {
    this.#waiting.push(waiting)
    if (!this.#byPart.has(waiting.part)) this.#byPart.set(waiting.part, waiting)
  }

  #takeNext(): WaitingPart | undefined {
    const next = this.#waiting[this.#next]
    if (next === undefined) {
      this.#waiting = []
      this.#next = 0
      return undefined
    }
    this.#next++
    if (this.#byPart.get(next.part) === next) this.#byPart.delete(next.part)
    return next
  }
}

interface WaitingPart {
  readonly part: number
  readonly held: StreamPart[]
  ended: boolean
}
