// The same files that the reader of the configuration refuses, at the built program: what a supervisor and a person see.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokenFiles, canary } from '../../src/config/broken-files-fixture.js'
import { runProgram } from '../program.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'anywire-broken-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

/** The processor time of all children so far, in milliseconds. */
function childrenMilliseconds(): number {
  // Fields 16 and 17, in hundredths of a second; counted after the name, which may have spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

// Every second one: each takes a process.
const runs = brokenFiles
  .filter((_, index) => index % 2 === 0)
  .map(([holds, yaml, expected, env = {}], index) => ({ holds, word: index % 2 === 0 ? 'start' : '--check-config', yaml, expected, env }))

test('there are many', () => {
  expect(runs.length).toBeGreaterThanOrEqual(25)
})

test.each(runs)('$holds: $word ends with 78 and one line, within 2 s, and leaves nothing behind', ({ word, yaml, expected, env }) => {
  writeFileSync(join(directory, 'anywire.yaml'), yaml)
  const [startedAt, workedBefore] = [performance.now(), childrenMilliseconds()]
  const { status, stdout, stderr } = runProgram([word], directory, env)
  expect({ status, stdout }).toEqual({ status: 78, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr.trimEnd()).toMatch(expected)
  expect(stderr).not.toContain(canary)
  // On an idle machine it takes its processor time; on a busy one longer, but it waits for nothing.
  expect(childrenMilliseconds() - workedBefore).toBeLessThanOrEqual(2000)
  expect(performance.now() - startedAt).toBeLessThanOrEqual(15_000)
  expect(readdirSync(directory)).toEqual(['anywire.yaml'])
})
