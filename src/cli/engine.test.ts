import { spawnSync } from 'node:child_process'
import { heapGrowth, noMemoryReducer } from './engine.js'

// An unknown flag ends Node here; in the program it would only be without effect.
test('this Node knows the memory options', () => {
  expect(spawnSync(process.execPath, [heapGrowth, noMemoryReducer, '-e', '']).status).toBe(0)
})
