import { writeFileSync } from 'node:fs'
import { SchemaSet } from '../contract/schema/index.js'
import { groupNames } from '../contract-test/groups.js'
import { junitOf } from '../contract-test/reports/junit.js'
import { textOfResult, textOfTotals } from '../contract-test/reports/text.js'
import { runContractTest, type ContractTestReport } from '../contract-test/run.js'
import { NoAnswer } from '../contract-test/target.js'
import { defined } from '../json/object.js'
import { CommandError } from './command-error.js'
import { Documents } from './documents.js'
import { chatModelAmong } from './example-requests.js'
import type { Command, CommandOptions } from './command.js'
import { UsageError } from './usage-error.js'

const formats = ['text', 'json', 'junit'] as const
type Format = (typeof formats)[number]

/** Checks a server against the contract. Exit code 0: all checks passed, 1: some failed, 2: the server cannot be reached. */
export const contractTest: Command = async (options) => {
  const { words, token, style, model, output } = options
  const [url = ''] = words
  if (token === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('contract-test takes the address and a token: anywire contract-test http://127.0.0.1:8787 --token sk-…')
  if (style !== undefined && !groupNames.includes(style))
    throw new UsageError(`--style takes ${groupNames.join(', ')}, not ${JSON.stringify(style)}`)
  const format = formatOf(options)
  const lines = format === 'text' && output === undefined
  try {
    const report = await runContractTest(
      defined({ url, token, schemas: schemasOfDocuments(), choose: chatModelAmong, style, model, onResult: lines ? printed : undefined }),
    )
    write(report, format, output)
    return report.results.some(({ problems }) => problems.length > 0) ? 1 : 0
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure
    const what = `${url} cannot be reached: ${failure.message}`
    throw new CommandError(what, 'start the server, or check the address', { cause: failure, exitCode: 2 })
  }
}

function formatOf({ json, format }: CommandOptions): Format {
  const wanted = formats.find((known) => known === (format ?? (json ? 'json' : 'text')))
  if (wanted === undefined) throw new UsageError(`--format takes ${formats.join(', ')}, not ${JSON.stringify(format)}`)
  if (json && wanted !== 'json') throw new UsageError(`--json and --format ${wanted} are two formats`)
  return wanted
}

const written: Readonly<Record<Format, (report: ContractTestReport) => string>> = {
  text: (report) => report.results.map(textOfResult).join('') + textOfTotals(report),
  json: (report) => `${JSON.stringify(report)}\n`,
  junit: junitOf,
}

function write(report: ContractTestReport, format: Format, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(format === 'text' ? textOfTotals(report) : written[format](report))
    return
  }
  try {
    writeFileSync(file, written[format](report))
  } catch (error) {
    throw new CommandError(`the report cannot be written to ${file}`, 'name a file in a folder that exists', { cause: error })
  }
  process.stdout.write(textOfTotals(report))
}

function printed(...[result]: Parameters<typeof textOfResult>): void {
  process.stdout.write(textOfResult(result))
}

function schemasOfDocuments(): (name: string) => SchemaSet {
  const documents = new Documents()
  const sets = new Map<string, SchemaSet>()
  return (name) => {
    const known = sets.get(name) ?? new SchemaSet(documents.get(name) ?? {})
    sets.set(name, known)
    return known
  }
}
