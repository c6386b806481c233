import { onReferenceMachine } from './machine.js'
import type { Program } from './program.js'

/** For the environment of a program: it can say how long its turns take. */
export const watchingTurns = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    let longest = 0
    let last = process.threadCpuUsage()
    const look = () => {
      const { user, system } = process.threadCpuUsage(last)
      longest = Math.max(longest, (user + system) / 1000)
      last = process.threadCpuUsage()
    }
    setInterval(look, 1).unref()
    process.on('SIGUSR2', () => {
      look()
      process.stderr.write('longest turn ' + longest + '\\n')
      longest = 0
    })`)}`,
}

/**
 * The processor time, in milliseconds of the reference machine, of the longest turn of the program's event loop during `work`: the best of up to
 * three runs, since it may also collect its garbage. Other processes do not change it.
 */
export async function longestTurn(program: Program, mostWanted: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  await told(program)
  for (let run = 0; run < 3 && best > mostWanted; run++) {
    await work()
    best = Math.min(best, await told(program))
  }
  return best
}

const told = async (program: Program): Promise<number> => onReferenceMachine(Number(await program.told('longest turn ')))
