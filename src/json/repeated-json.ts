import type { MemoryLimit } from './owned-lists.js'
import { RepeatedTexts } from './repeated-texts.js'
import { RepeatedValues } from './repeated-values.js'

/** Caches, by caller, of parsed members of bodies and of written items. */
export class RepeatedJson {
  readonly values: RepeatedValues
  readonly texts: RepeatedTexts

  constructor(limit: MemoryLimit) {
    const half = {
      get limitBytes() {
        return limit.limitBytes / 2
      },
    }
    this.texts = new RepeatedTexts(half)
    this.values = new RepeatedValues({
      get limitBytes() {
        return half.limitBytes
      },
      leastBytes: 4096,
    })
  }

  /** Estimated memory. */
  get bytes(): number {
    return this.values.bytes + this.texts.bytes
  }

  get owners(): ReadonlySet<string> {
    return new Set([...this.values.owners, ...this.texts.owners])
  }

  forget(owner: string): void {
    this.values.forget(owner)
    this.texts.forget(owner)
  }

  /** Drops what takes more memory than this: something else needs it. */
  shrinkTo(bytes: number): void {
    this.values.shrinkTo(bytes / 2)
    this.texts.shrinkTo(bytes / 2)
  }

  clear(): void {
    this.values.clear()
    this.texts.clear()
  }
}
