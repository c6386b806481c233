// Hostile clients and the hostile provider, in a process of their own: what they cost may not delay the others.
// `hostile-side.ts SEED SECONDS` prints the provider's address, reads the gateway's, and prints what it found as JSON.
import { createInterface } from 'node:readline'
import { RawProvider } from '../e2e/two-providers.js'
import { drawFrom } from '../fuzz/client-draws.js'
import { HostileClients } from './hostile-clients.js'
import { misbehave } from './nasty-provider.js'

const [seed, seconds] = process.argv.slice(2).map(Number)
if (seed === undefined || seconds === undefined) throw new Error('hostile-side.ts SEED SECONDS')
const atOnce = 48

const provider = await new RawProvider().start()
provider.reply = (socket, request) => {
  misbehave(socket, request, drawFrom(seed + 1000 + provider.connections))
}
console.log(provider.address)

createInterface(process.stdin).once('line', (address) => {
  const clients = new HostileClients(address)
  const end = performance.now() + seconds * 1000
  const all = Array.from({ length: atOnce }, (_, number) => clients.work(drawFrom(seed + 100 + number), () => performance.now() < end))
  void Promise.all(all).then(() => {
    console.log(JSON.stringify({ faults: clients.faults, statuses: Object.fromEntries(clients.statuses) }))
    process.exit()
  })
})
