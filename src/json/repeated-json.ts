import { RepeatedTexts } from './repeated-texts.js'
import { RepeatedValues } from './repeated-values.js'

/** Caches, by caller, of parsed members of bodies and of written items. */
export class RepeatedJson {
  readonly values: RepeatedValues
  readonly texts: RepeatedTexts

  /** `limitBytes`: memory for all of it. */
  constructor(limitBytes: number) {
    this.values = new RepeatedValues({ limitBytes: limitBytes / 2, leastBytes: 4096 })
    this.texts = new RepeatedTexts(limitBytes / 2)
  }

  get owners(): ReadonlySet<string> {
    return new Set([...this.values.owners, ...this.texts.owners])
  }

  forget(owner: string): void {
    this.values.forget(owner)
    this.texts.forget(owner)
  }

  clear(): void {
    this.values.clear()
    this.texts.clear()
  }
}
