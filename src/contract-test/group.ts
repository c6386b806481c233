import type { Check, Tester } from './check.js'
import type { ChosenModels } from './chosen-models.js'
import type { TestTarget } from './target.js'

/** Checks that are chosen together: those of a style, or of an endpoint beside the styles. */
export interface Group {
  readonly name: string
  readonly isThere: (target: TestTarget, models: ChosenModels) => Promise<boolean>
  readonly checks: (tester: Tester, models: ChosenModels) => readonly Check[]
}
