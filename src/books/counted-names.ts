/** Stands for all further names. */
export const otherNames = '(other)'

const dayMs = 86_400_000

/**
 * Clients name end users, tags and models as they like, and each name has sums of its own. Of new names in a day only so many are told
 * apart, so that no client can make the reports slow.
 */
export class CountedNames {
  readonly #seen = new Set<string>()
  #day = 0

  constructor(private readonly most: number) {}

  /** `now`: milliseconds since the epoch. */
  counted(name: string, now: number): string {
    const day = Math.floor(now / dayMs)
    if (day !== this.#day) {
      this.#seen.clear()
      this.#day = day
    }
    if (this.#seen.has(name)) return name
    if (this.#seen.size >= this.most) return otherNames
    this.#seen.add(name)
    return name
  }
}
