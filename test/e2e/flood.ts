import { connect, type Socket } from 'node:net'
import type { Program } from '../program.js'
import { Probe, type Probed } from '../probe.js'
import { sleep } from './waiting.js'

export interface Impact extends Probed {
  /** Growth of resident memory at its highest, in MiB. */
  readonly grownMiB: number
  readonly alive: boolean
}

/** The effect of `work` on others: the slowest health check and the memory, during it and for a moment after. */
export async function impactOf(program: Program, work: () => Promise<unknown>, restMs = 300): Promise<Impact> {
  const before = program.memory()
  let highest = before
  const timer = setInterval(() => {
    if (program.alive) highest = Math.max(highest, program.memory())
  }, 50)
  const probe = await Probe.start(program.address)
  try {
    await work()
    await sleep(restMs)
  } finally {
    clearInterval(timer)
  }
  const probed = await probe.stop()
  return { ...probed, grownMiB: Math.round((highest - before) / 1024 / 1024), alive: program.alive }
}

/** The best of up to three measurements, since other work of the machine may delay a single one. */
export async function lowestImpact(measure: () => Promise<Impact>, worstMs = 150): Promise<Impact> {
  let best = await measure()
  for (let run = 1; run < 3 && best.worst > worstMs; run++) {
    const next = await measure()
    if (next.worst < best.worst) best = next
  }
  return best
}

/** A connection that writes but does not read. */
export async function connectUnread(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Resolves with whether the other side has closed the connection within this time. */
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
