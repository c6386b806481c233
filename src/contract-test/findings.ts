import type { Show } from './show.js'

/** One thing that is wrong in a server's answer. */
export interface Problem {
  /** What was sent, shortened: `POST /v1/messages {"model":…}`. */
  readonly request: string
  /** The place: a JSON pointer into the body, behind `event N` in a stream; `status` and `header NAME` outside the body. */
  readonly at: string
  readonly expected: string
  /** The rule of the style that asks for it. */
  readonly rule: string
  /** Shortened, without control characters and secrets. */
  readonly seen: string
}

/** Problems beyond this number are only counted: a server may send a million wrong events. */
const most = 5

/** A list that the problems of one check are added to. */
export class ProblemList {
  readonly #kept: Problem[] = []
  readonly #known = new Set<string>()
  #more = 0

  add(problem: Problem): void {
    const { at, expected, rule } = problem
    // The same mistake in every event of a stream is one problem.
    const key = `${at.replaceAll(/\d+/g, 'N')} ${expected.replaceAll(/\d+/g, 'N')} ${rule}`
    if (this.#known.has(key)) return
    if (this.#kept.length === most) {
      this.#more++
      return
    }
    this.#known.add(key)
    this.#kept.push(problem)
  }

  get problems(): readonly Problem[] {
    return this.#kept
  }

  /** How many were not kept. */
  get more(): number {
    return this.#more
  }
}

/** Holds the values of one answer against rules. */
export class Findings {
  constructor(
    private readonly list: ProblemList,
    private readonly show: Show,
    private readonly request: string,
    private readonly place = '',
  ) {}

  /** The same for a part of the answer: `event 3`. */
  within(place: string): Findings {
    return new Findings(this.list, this.show, this.request, `${place} `)
  }

  /** Adds a problem unless `holds`. */
  require(holds: boolean, at: string, seen: unknown, expected: string, rule: string): boolean {
    if (!holds) {
      const { text, value } = this.show
      const place = text(`${this.place}${at === '' ? '/' : at}`)
      this.list.add({ request: this.request, at: place, expected: text(expected), rule: text(rule), seen: value(seen) })
    }
    return holds
  }

  equals(at: string, seen: unknown, wanted: string | number | boolean | null, rule: string): boolean {
    return this.require(seen === wanted, at, seen, JSON.stringify(wanted), rule)
  }

  oneOf(at: string, seen: unknown, wanted: readonly (string | null)[], rule: string): boolean {
    return this.require(wanted.includes(seen as string | null), at, seen, wanted.map((value) => JSON.stringify(value)).join(', '), rule)
  }

  filled(at: string, seen: unknown, rule: string): boolean {
    return this.require(typeof seen === 'string' && seen !== '', at, seen, 'a text that is not empty', rule)
  }

  /** A whole number from `least` on. */
  count(at: string, seen: unknown, least: number, rule: string): boolean {
    return this.require(Number.isInteger(seen) && Number(seen) >= least, at, seen, `a whole number from ${least} on`, rule)
  }

  /** A time between the years 2001 and 2100. */
  seconds(at: string, seen: unknown): boolean {
    const holds = typeof seen === 'number' && seen >= 1e9 && seen < 4.2e9
    return this.require(holds, at, seen, 'seconds since 1970', 'times are numbers of seconds, not of milliseconds')
  }
}
