/** Work in steps, each much shorter than a millisecond: what takes many can be done in many turns of the event loop. */
export type Steps<Result> = Generator<void, Result>

/** Does all steps at once. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
