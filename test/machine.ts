// Promises of so many milliseconds hold on a certain machine. On a slower one the same work takes longer, and no test of it would tell a fault
// from a slow machine. So measured processor times are divided by how much slower this machine is.

/** Processor time, in milliseconds, of the work below where the promises were measured: 2 cores, node-parse of the bench at 110 µs a request. */
const referenceMs = 6

let known: number | undefined

/** How many times as long as on the reference machine a piece of work takes on this one; at least 1. */
export function slowness(): number {
  known ??= Math.max(1, workMs() / referenceMs)
  return known
}

/** Milliseconds of this machine as those of the reference machine. */
export function onReferenceMachine(milliseconds: number): number {
  return milliseconds / slowness()
}

/** The least of several runs, since the first ones are compiled and any may wait for a collection. */
function workMs(): number {
  let least = Infinity
  for (let run = 0; run < 8; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** What requests cost, too: JSON that is read and written, small objects, texts. */
function work(): number {
  const messages = Array.from({ length: 2000 }, (_, index) => ({ role: 'user', index, content: [{ type: 'text', text: `part ${index}` }] }))
  let length = 0
  for (let turn = 0; turn < 3; turn++) length += JSON.stringify(JSON.parse(JSON.stringify({ turn, messages }))).length
  return length
}
