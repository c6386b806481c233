import type { Problem } from '../findings.js'
import type { CheckResult, ContractTestReport } from '../run.js'

/** The lines of one check. */
export function textOfResult({ style, name, problems, more, milliseconds }: CheckResult): string {
  const line = `${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${style.padEnd(16)}  ${name.padEnd(56)}  ${String(milliseconds).padStart(6)} ms`
  const rest = more === 0 ? [] : [`        and ${more} more`]
  return `${[line, ...problems.flatMap((problem, index) => linesOf(problem, problems[index - 1])), ...rest].join('\n')}\n`
}

export function textOfTotals({ absent, model, results }: ContractTestReport): string {
  const missing = absent.length === 0 ? '' : `not there: ${absent.join(', ')}\n`
  const failed = results.filter(({ problems }) => problems.length > 0).length
  return `${missing}asked with the model ${model}\n${results.length - failed} passed, ${failed} failed\n`
}

/** The request is written once for the problems of its answer. */
function linesOf(problem: Problem, before: Problem | undefined): string[] {
  const { request, at, expected, rule, seen } = problem
  const head = request === '' || request === before?.request ? [] : [`        ${request}`]
  return [...head, `          at ${at}: expected ${expected} (${rule}); seen: ${seen}`]
}
