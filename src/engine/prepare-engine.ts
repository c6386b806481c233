import { loadNodeModules } from './node-modules.js'
import { keepTickShape, takeV8Options } from './v8-options.js'
import { keepYoungSpaceSmall } from './young-space.js'

/** First of all in a process that serves: V8 takes Node's compiled code only before its options are changed. */
export function prepareEngine(): void {
  loadNodeModules()
  takeV8Options()
  keepTickShape()
  keepYoungSpaceSmall()
}
