import { useSignal } from '@preact/signals'
import { problemOf, type Problem } from './problem.js'

export interface Action<Input extends readonly unknown[]> {
  readonly busy: boolean
  readonly problem: Problem | undefined
  /** A second start while the first runs does nothing. */
  readonly start: (...input: Input) => void
  readonly forgetProblem: () => void
}

/** A change that a button starts: whether it runs, and why it failed. */
export function useAction<Input extends readonly unknown[]>(run: (...input: Input) => Promise<void>): Action<Input> {
  const busy = useSignal(false)
  const problem = useSignal<Problem | undefined>(undefined)
  const start = (...input: Input) => {
    if (busy.peek()) return
    busy.value = true
    problem.value = undefined
    run(...input)
      .catch((error: unknown) => (problem.value = problemOf(error)))
      .finally(() => (busy.value = false))
  }
  return { busy: busy.value, problem: problem.value, start, forgetProblem: () => (problem.value = undefined) }
}

/** What the API says of a field, where its refusal names one: `/limits/0` belongs to `limits`, `/price/image_usd` to `price/image_usd`. */
export function fieldProblem(problem: Problem | undefined, field: string): string | undefined {
  const named = problem?.param?.replace(/^\//, '')
  return named === field || named?.startsWith(`${field}/`) === true ? problem?.detail : undefined
}
