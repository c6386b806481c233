import { connect, type Socket } from 'node:net'
import type { Program } from '../program.js'
import { Probe, type Probed } from '../probe.js'

export interface Strain extends Probed {
  /** Growth of resident memory at its highest, in MiB. */
  readonly grownMiB: number
  readonly alive: boolean
}

/** What everybody else notices while `work` goes on, and for a moment after it. */
export async function strain(program: Program, work: () => Promise<unknown>, restMs = 300): Promise<Strain> {
  const before = program.memory()
  let highest = before
  const timer = setInterval(() => {
    if (program.alive) highest = Math.max(highest, program.memory())
  }, 50)
  const probe = await Probe.start(program.address)
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, restMs))
  } finally {
    clearInterval(timer)
  }
  const probed = await probe.stop()
  return { ...probed, grownMiB: Math.round((highest - before) / 1024 / 1024), alive: program.alive }
}

/** The machine has other work too: what holds up an answer once may be that, what does so three times is not. */
export async function calmest(measure: () => Promise<Strain>, worstMs = 150): Promise<Strain> {
  let best = await measure()
  for (let run = 1; run < 3 && best.worst > worstMs; run++) {
    const next = await measure()
    if (next.worst < best.worst) best = next
  }
  return best
}

/** A client that writes and does not read. */
export async function mute(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Resolves when the other side has closed the connection; `false` if it has not by then. */
export function closedWithin(socket: Socket, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed) {
      resolve(true)
      return
    }
    const timer = setTimeout(() => {
      resolve(false)
    }, milliseconds)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
