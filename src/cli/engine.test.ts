import { spawnSync } from 'node:child_process'
import { heapGrowth } from './engine.js'

// An unknown flag ends Node here; in the program it would only be without effect.
test('this Node knows the memory option', () => {
  expect(spawnSync(process.execPath, [heapGrowth, '-e', '']).status).toBe(0)
})
