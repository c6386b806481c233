import { SchemaSet } from '../contract/schema/index.js'
import { runContractTest, type CheckResult, type ContractTestReport } from '../contract-test/run.js'
import { Documents } from './documents.js'
import { chatModelAmong } from './example-requests.js'
import type { Command } from './command.js'
import { defined } from '../json/object.js'
import { UsageError } from './usage-error.js'

/** Checks a server against the contract. Exit code 0: all checks passed, 1: some failed. */
export const contractTest: Command = async ({ words, token, style, model, json }) => {
  const [url = ''] = words
  if (token === undefined || !URL.canParse(url))
    throw new UsageError('contract-test takes the address and a token: anywire contract-test http://127.0.0.1:8787 --token sk-…')
  const documents = new Documents()
  const sets = new Map<string, SchemaSet>()
  const schemas = (name: string): SchemaSet => {
    const known = sets.get(name) ?? new SchemaSet(documents.get(name) ?? {})
    sets.set(name, known)
    return known
  }
  const report = await runContractTest(
    defined({
      url,
      token,
      schemas,
      choose: chatModelAmong,
      style,
      model,
      onResult: json ? undefined : print,
    }),
  )
  const failed = report.results.filter(({ problems }) => problems.length > 0).length
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : lastLines(report, failed))
  return failed === 0 ? 0 : 1
}

function print({ style, name, problems, milliseconds }: CheckResult): void {
  const line = `${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${style.padEnd(16)}  ${name.padEnd(52)}  ${String(milliseconds).padStart(6)} ms`
  process.stdout.write(`${[line, ...problems.map((problem) => `        ${problem}`)].join('\n')}\n`)
}

function lastLines({ absent, model, results }: ContractTestReport, failed: number): string {
  const missing = absent.length === 0 ? '' : `not there: ${absent.join(', ')}\n`
  return `${missing}asked with the model ${model}\n${results.length - failed} passed, ${failed} failed\n`
}
