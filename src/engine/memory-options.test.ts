import { spawnSync } from 'node:child_process'
import { memoryOptions } from './memory-options.js'

// An unknown option ends Node here; in the program it would only be without effect.
test.each(memoryOptions)('this Node knows %s', (option) => {
  expect(spawnSync(process.execPath, [option, '-e', '']).status).toBe(0)
})

test.each(memoryOptions)("an operator's own option in place of %s is found", (option, own) => {
  expect(own.test(option)).toBe(true)
})
