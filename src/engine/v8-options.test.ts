import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { v8Options } from './v8-options.js'

// An unknown option ends Node here; in the program it would only be without effect.
test.each(v8Options)('this Node knows %s', (option) => {
  expect(spawnSync(process.execPath, [option, '-e', '']).status).toBe(0)
})

test.each(v8Options)("an operator's own option in place of %s is found", (option, own) => {
  expect(own.test(option)).toBe(true)
})

/** What V8's memory reducer does in a process that leaves garbage behind. */
function reducerLines(taken: boolean): string {
  const module = fileURLToPath(new URL('./v8-options.ts', import.meta.url))
  const script = `
    ${taken ? `import { takeV8Options } from ${JSON.stringify(module)}; takeV8Options()` : ''}
    for (let round = 0; round < 6; round++) {
      globalThis.kept = []
      for (let count = 0; count < 300_000; count++) kept.push({ text: 'x' + count })
    }
    kept = []
    await new Promise((resolve) => setTimeout(resolve, 1000))`
  const options = [
    '--trace-memory-reducer',
    '--gc-memory-reducer-start-delay-ms=100',
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '-e', script])
  expect(stderr.toString()).toBe('')
  return stdout.toString()
}

test('set while the program runs, they keep the memory reducer from collecting, as it would', () => {
  expect(reducerLines(false)).toMatch(/Memory reducer: waiting/)
  expect(reducerLines(true)).not.toMatch(/Memory reducer: (?:waiting|started)/)
})
