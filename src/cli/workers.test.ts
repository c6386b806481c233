import { fittingWorkers } from './workers.js'

const GiB = 1024 ** 3
const limits = { memory_bytes: GiB / 2, unread_bytes: GiB / 4 }

test.each([
  ['one process on one core', 1, 64, 1],
  ['one process on two cores, which also do the work of its database and of collecting garbage', 2, 64, 1],
  ['one for each core from four cores on', 4, 64, 4],
  ['as many as the own process of the gateway keeps up with', 64, 256, 6],
  ['as many as fit in half of the memory', 4, 4.5, 3],
  ['one process where less than two fit', 4, 2, 1],
  ['one process in little memory', 4, 0.5, 1],
])('auto: %s', (_title, cores, memory, expected) => {
  expect(fittingWorkers(limits, { cores, memory: memory * GiB })).toBe(expected)
})
