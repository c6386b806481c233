import { checksOf, claims, type Check, type Schemas } from './checks.js'
import { testedDialects, type TestedDialect } from './tested-dialect.js'
import { ask, baseOf, type TestTarget } from './target.js'

export interface ContractTestOptions {
  readonly url: string
  readonly token: string
  /** The style to test. Absent: all that the server has. */
  readonly style?: string
  /** The model to ask. Absent: the one that `choose` returns from the server's list. */
  readonly model?: string
  readonly schemas: Schemas
  readonly choose: (models: readonly string[]) => string | undefined
  /** Limit for each request; 120 seconds if absent. */
  readonly timeoutMs?: number
  /** Runs only the checks whose names it accepts. */
  readonly only?: (name: string) => boolean
  /** Called after each check. */
  readonly onResult?: (result: CheckResult) => void
}

export interface CheckResult {
  readonly style: string
  readonly name: string
  readonly problems: readonly string[]
  readonly milliseconds: number
}

export interface ContractTestReport {
  readonly results: readonly CheckResult[]
  /** Styles that the server does not have, where none was named. */
  readonly absent: readonly string[]
  readonly model: string
}

export const styleNames: readonly string[] = testedDialects.map(({ name }) => name)

/** Runs the checks of every style that a server has, one after the other. Throws where there is nothing to test. */
export async function runContractTest(options: ContractTestOptions): Promise<ContractTestReport> {
  const target: TestTarget = { base: baseOf(options.url), token: options.token, timeoutMs: options.timeoutMs ?? 120_000 }
  const wanted = testedDialects.filter(({ name }) => options.style === undefined || name === options.style)
  if (wanted.length === 0) throw new Error(`there is no style ${JSON.stringify(options.style)}; the styles are ${styleNames.join(', ')}`)
  const model = options.model ?? options.choose(await modelsOf(target, wanted))
  if (model === undefined) throw new Error('the server lists no model; name one with --model')
  const present: TestedDialect[] = []
  for (const dialect of wanted) if (options.style !== undefined || (await claims(dialect, target, model))) present.push(dialect)
  if (present.length === 0) throw new Error(`${target.base} has none of the styles ${styleNames.join(', ')}`)
  const results: CheckResult[] = []
  const checks = present.flatMap((dialect) => checksOf(dialect, target, model, options.schemas))
  for (const check of checks.filter(({ name }) => options.only?.(name) ?? true)) {
    const result = await resultOf(check)
    results.push(result)
    options.onResult?.(result)
  }
  return { results, absent: wanted.filter((dialect) => !present.includes(dialect)).map(({ name }) => name), model }
}

async function resultOf({ style, name, run }: Check): Promise<CheckResult> {
  const startedAt = performance.now()
  const problems = await run().catch((failure: unknown) => [reason(failure)])
  return { style, name, problems, milliseconds: Math.round(performance.now() - startedAt) }
}

/** The names in the server's list of models, in any of the three formats. */
async function modelsOf(target: TestTarget, dialects: readonly TestedDialect[]): Promise<readonly string[]> {
  for (const dialect of dialects) {
    const list = dialect.otherRequests.find(({ schema }) => schema.startsWith('Models'))
    if (list === undefined) continue
    const { json } = await ask(target, { ...list.request(''), headers: { ...dialect.headers, ...dialect.credential(target.token) } })
    const { data, models } = (json ?? {}) as { readonly data?: unknown; readonly models?: unknown }
    const names = [data, models].flat().flatMap((entry) => {
      const { id, name } = (entry ?? {}) as { readonly id?: unknown; readonly name?: unknown }
      const found = id ?? name
      return typeof found === 'string' ? [found.replace(/^models\//, '')] : []
    })
    if (names.length > 0) return names
  }
  return []
}

function reason(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { cause } = failure
  return cause instanceof Error ? `${failure.message}: ${cause.message}` : failure.message
}
