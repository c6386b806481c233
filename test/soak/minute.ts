/** How one request or conversation ended, as its client sees it. `odd`: not as it should. */
export type End = 'whole' | 'plain' | 'talked' | 'cut' | 'left' | 'refused' | 'odd'

export interface Visit {
  readonly end: End
  /** Milliseconds to the first content, of a whole stream. */
  readonly firstContentMs?: number
}

/** What was seen in one minute. */
export class Minute {
  readonly ends: Record<End, number> = { whole: 0, plain: 0, talked: 0, cut: 0, left: 0, refused: 0, odd: 0 }
  readonly firstContent: number[] = []
  rssMiB = 0
  descriptors = 0

  add({ end, firstContentMs }: Visit): void {
    this.ends[end]++
    if (firstContentMs !== undefined) this.firstContent.push(firstContentMs)
  }

  /** Milliseconds within which 99 of 100 whole streams had content. */
  get p99(): number {
    const sorted = this.firstContent.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? NaN
  }

  text(): string {
    const ends = Object.entries(this.ends).map(([end, count]) => `${count} ${end}`)
    return `${ends.join(', ')}; ${this.rssMiB.toFixed(1)} MiB, ${this.descriptors} descriptors, first content p99 ${this.p99.toFixed(1)} ms`
  }
}
