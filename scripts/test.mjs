// Runs all suites, one after another; the last line has the sum of their counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = join(root, 'build', 'jest.json')

const jestWords = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--json',
  `--outputFile=${report}`,
  // A failed test may leave a program running, for which Jest would wait.
  '--forceExit',
]
/** Tests that measure times or memory, with these, run one file at a time; all others side by side. */
const measuring =
  /\b(?:probe|reply-times|turns)\.js'|\.memory\(\)|impactOf|memoryUsage|processorMilliseconds|monitorEventLoopDelay|startTracing|\btook\b|now\(\) - begin\b/
const { measured, others } = jestFiles()

/** Files wait for others, for timers and for pages, so that a core has time for more than one of them. */
const workers = String(availableParallelism() + 1)
/** Threads whose source is TypeScript start in a third of the time. The programs that are tested do not inherit it. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache') }

/** A suite that is not Jest ends with a line `N passed, N failed`. */
const suites = [
  { name: 'jest', words: [...jestWords, `--maxWorkers=${workers}`, '--runTestsByPath', ...others], env: compiled },
  { name: 'jest, one file at a time', words: [...jestWords, '--maxWorkers=1', '--runTestsByPath', ...measured], env: compiled },
  { name: 'fuzz', words: ['--import', 'tsx', 'test/fidelity/fuzz.ts'], env: { FUZZ_RUNS: '200' } },
  { name: 'checks', words: ['scripts/checks.mjs'] },
]

const mostRunAgain = 16

mkdirSync(join(root, 'build'), { recursive: true })
let passed = 0
let failed = 0
const failures = []
for (const { name, words, env } of suites) {
  const isJest = name.startsWith('jest')
  // Jest prints its results on standard error; its standard output is the JSON that the file has too.
  const result = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', isJest ? 'ignore' : 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  const first = isJest ? fromJest() : fromText(result.stdout)
  const counted = isJest && first.failed > 0 ? again(first) : first
  // The last report is that of the second run, where there was one.
  if (isJest && counted.failed > 0) failures.push(...failedTests())
  passed += counted.passed
  failed += counted.failed
  // A suite that ended with an error has failed, whatever it has counted.
  if (result.status !== 0 && first.failed === 0) failed += 1
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

/** Tests of time limits may fail on a busy machine: up to a few failed files run once more, alone, and are named. */
function again(first) {
  const files = failedFiles()
  if (files.length === 0 || files.length > mostRunAgain) return first
  console.log(`run again, alone: ${files.map((file) => relative(root, file)).join(', ')}`)
  const before = testsIn(files)
  spawnSync(process.execPath, [...jestWords, '--runInBand', '--runTestsByPath', ...files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const alone = fromJest()
  return { passed: first.passed - before.passed + alone.passed, failed: first.failed - before.failed + alone.failed }
}

function jestFiles() {
  const listed = spawnSync(process.execPath, [...jestWords.slice(0, 3), '--listTests'], { cwd: root, encoding: 'utf8' })
  if (listed.status !== 0) throw new Error(`the test files could not be listed: ${listed.stderr}`)
  const files = listed.stdout.split('\n').filter((line) => line.startsWith('/'))
  const measured = files.filter((file) => measuring.test(readFileSync(file, 'utf8')))
  return { measured, others: files.filter((file) => !measured.includes(file)) }
}

function failedFiles() {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []))
}

function failedTests() {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName)
    // A file that could not run has no tests.
    return status === 'failed' ? (tests.length > 0 ? tests : ['the file']).map((test) => `${relative(root, name)} › ${test}`) : []
  })
}

/** The counts of these files in the last report; a file that could not run counts as one failure. */
function testsIn(files) {
  const counts = { passed: 0, failed: 0 }
  for (const { name, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    if (!files.includes(name)) continue
    for (const { status } of assertionResults) if (status === 'passed' || status === 'failed') counts[status] += 1
    if (assertionResults.length === 0) counts.failed += 1
  }
  return counts
}

function fromJest() {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }
}

function fromText(output) {
  process.stdout.write(output)
  const last = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  return last === undefined ? { passed: 0, failed: 0 } : { passed: Number(last[1]), failed: Number(last[2]) }
}
