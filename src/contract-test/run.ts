import { chosenModels } from './chosen-models.js'
import { Tester, type Check, type Schemas } from './check.js'
import { ProblemList, type Problem } from './findings.js'
import type { Group } from './group.js'
import { groups, groupNames } from './groups.js'
import { baseOf, type TestTarget } from './target.js'

export interface ContractTestOptions {
  readonly url: string
  readonly token: string
  /** The style or endpoint to test. Absent: all that the server has. */
  readonly style?: string
  /** The model to ask. Absent: one from the server's list. */
  readonly model?: string
  readonly schemas: Schemas
  /** Chooses a chat model from the server's list. */
  readonly choose: (models: readonly string[]) => string | undefined
  /** Limit for each answer; 120 seconds if absent. */
  readonly timeoutMs?: number
  /** Limit for the whole test; 20 minutes if absent. */
  readonly totalMs?: number
  /** Runs only the checks whose names it accepts. */
  readonly only?: (name: string) => boolean
  /** Called after each check. */
  readonly onResult?: (result: CheckResult) => void
}

export interface CheckResult {
  readonly style: string
  readonly name: string
  readonly problems: readonly Problem[]
  /** Problems that are not in the list, which is bounded. */
  readonly more: number
  readonly milliseconds: number
}

export interface ContractTestReport {
  readonly url: string
  readonly results: readonly CheckResult[]
  /** Styles and endpoints that the server does not have, where none was named. */
  readonly absent: readonly string[]
  readonly model: string
}

/** Runs the checks of all that a server has, one after the other. Throws `NoAnswer` where it cannot be reached. */
export async function runContractTest(options: ContractTestOptions): Promise<ContractTestReport> {
  const endsAt = performance.now() + (options.totalMs ?? 20 * 60_000)
  const target: TestTarget = { base: baseOf(options.url), token: options.token, timeoutMs: options.timeoutMs ?? 120_000 }
  const tester = new Tester(target, options.schemas)
  const wanted = groups.filter(({ name }) => options.style === undefined || name === options.style)
  if (wanted.length === 0) throw new Error(`there is no style ${JSON.stringify(options.style)}; the styles are ${groupNames.join(', ')}`)
  const models = await chosenModels(target, options)
  if (models === undefined) throw new Error('the server lists no model; name one with --model')
  const present: Group[] = []
  for (const group of wanted) if (options.style !== undefined || (await group.isThere(target, models))) present.push(group)
  if (present.length === 0) throw new Error(`${target.base} has none of the styles ${groupNames.join(', ')}`)
  const results: CheckResult[] = []
  for (const check of present.flatMap((group) => group.checks(tester, models)).filter(({ name }) => options.only?.(name) ?? true)) {
    const result = await resultOf(check, tester, performance.now() < endsAt)
    results.push(result)
    options.onResult?.(result)
  }
  return {
    url: target.base,
    results,
    absent: wanted.filter((group) => !present.includes(group)).map(({ name }) => name),
    model: models.chat,
  }
}

async function resultOf({ style, name, run }: Check, tester: Tester, inTime: boolean): Promise<CheckResult> {
  const startedAt = performance.now()
  const list = new ProblemList()
  if (inTime)
    await run(list).catch((failure: unknown) => {
      const what = failure instanceof Error ? failure.message : String(failure)
      tester.findings(list, '').require(false, '', what, 'an answer that can be checked', 'the check failed on this answer')
    })
  else
    tester
      .findings(list, '')
      .require(false, '', 'no time left', 'a shorter test', 'the time of the whole test is limited: this check was not run')
  return { style, name, problems: list.problems, more: list.more, milliseconds: Math.round(performance.now() - startedAt) }
}
