import fc from 'fast-check'

/** Random choices of a generator, all from fast-check, so that a seed repeats them; the first alternative is the simplest. */
export class Draw {
  #markers = 0

  constructor(private readonly next: () => number) {}

  below(count: number): number {
    return Math.min(count - 1, Math.floor(this.next() * count))
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.next() >= 1 - probability
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** One of the values, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of choices) {
      left -= weight
      if (left < 0) return value
    }
    const last = choices.at(-1)
    if (last === undefined) throw new Error('nothing to choose from')
    return last[1]
  }

  /** A word that occurs nowhere else in the same value: `q17q`. */
  marker(): string {
    this.#markers += 1
    return `q${this.#markers}q`
  }

  /** A number that occurs nowhere else in the same value. */
  number(): number {
    this.#markers += 1
    return 70_000 + this.#markers
  }

  /** Text around a marker, sometimes with characters that break careless code. */
  text(): string {
    const marker = this.marker()
    if (!this.chance(0.3)) return marker
    return this.pick([
      `${marker} two words`,
      `${marker}\nsecond line`,
      `"${marker}" \\ 'quoted'`,
      `Grüße ${marker} 你好 🙂`,
      `{"${marker}": [1, "${marker}"]}`,
      `<b>${marker}</b> & \t data: x`,
      `  ${marker} `,
      `[${marker}`,
    ])
  }
}

const size = 2 ** 31
const word = () => fc.noBias(fc.integer({ min: 0, max: size - 1 }))

export function drawn<T>(build: (draw: Draw) => T): fc.Arbitrary<T> {
  return fc.gen().map((take) => build(new Draw(() => take(word) / size)))
}
