import type { CheckResult, ContractTestReport } from '../run.js'

/** A report in JUnit's XML, as CI servers read it: a suite for each style, a case for each check. */
export function junitOf({ url, results }: ContractTestReport): string {
  const styles = [...new Set(results.map(({ style }) => style))]
  const suites = styles.map((style) =>
    suite(
      style,
      results.filter((result) => result.style === style),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(`contract-test ${url}`)}" ${totals(results)}>\n${suites.join('')}</testsuites>\n`
}

function suite(style: string, results: readonly CheckResult[]): string {
  return `  <testsuite name="${escaped(style)}" ${totals(results)}>\n${results.map(testCase).join('')}  </testsuite>\n`
}

function testCase({ style, name, problems, more, milliseconds }: CheckResult): string {
  const head = `    <testcase classname="${escaped(style)}" name="${escaped(name)}" time="${seconds(milliseconds)}"`
  if (problems.length === 0) return `${head}/>\n`
  const [first] = problems
  const lines = problems.map(
    ({ request, at, expected, rule, seen }) => `${request}\n  at ${at}: expected ${expected} (${rule}); seen: ${seen}`,
  )
  const text = [...lines, ...(more === 0 ? [] : [`and ${more} more`])].join('\n')
  const message = `at ${first?.at ?? ''}: expected ${first?.expected ?? ''}`
  return `${head}>\n      <failure message="${escaped(message)}">${escaped(text)}</failure>\n    </testcase>\n`
}

function totals(results: readonly CheckResult[]): string {
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const time = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return `tests="${results.length}" failures="${failed}" errors="0" time="${seconds(time)}"`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 does not allow, lone surrogates among them, become a space. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => references[character] ?? '')
}
