import { onReferenceMachine } from './machine.js'
import type { Program } from './program.js'

/** A request's header with the processor time of the program's event loop, in milliseconds, at its sending. */
export const sentAtHeader = 'x-test-sent-at'

/**
 * For the environment of a program: it records how long its event loop worked from the sending of a request until its reply was written.
 * On an idle machine that is the time the client waits for it; on a busy one, other processes do not change it.
 */
export const recordingReplyTimes = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { subscribe } from 'node:diagnostics_channel'
    import { readFileSync } from 'node:fs'
    const now = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
    let times = []
    subscribe('http.server.response.finish', ({ request, response }) => {
      const sentAt = request.headers['${sentAtHeader}']
      if (sentAt !== undefined) times.push(response.statusCode === 200 ? now() - Number(sentAt) : Infinity)
    })
    process.on('SIGUSR2', () => {
      process.stderr.write('reply times ' + times.join(' ') + '\\n')
      times = []
    })`)}`,
}

/** The times since they were asked for before, in milliseconds of the reference machine. */
export async function replyTimes(program: Program): Promise<number[]> {
  return (await program.told('reply times ')).split(' ').map((text) => onReferenceMachine(Number(text)))
}
