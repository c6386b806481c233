import { connect } from 'node:net'
import { sleep } from '../e2e/waiting.js'
import type { Visit } from './client-draws.js'

/** Makes the visit to this address. */
export async function pay(address: string, { pieces, reads, staysMs }: Visit): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  if (reads) socket.resume()
  else socket.pause()
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece)
    await sleep(2)
  }
  await sleep(staysMs)
  socket.destroy()
}
