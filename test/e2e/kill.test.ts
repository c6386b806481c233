import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../free-port.js'
import { KilledGateway } from './killed-gateway.js'

const database = 'file:./data/anywire.db'
let gateway: KilledGateway
afterEach(async () => {
  await gateway.stop()
})

function expectSound(): void {
  const file = new DatabaseSync(join(gateway.folder, 'data', 'anywire.db'))
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  file.close()
}

/** After how many milliseconds of load a round ends: no two alike, from 600 to 1,550. */
const killAfter = (round: number, rounds: number): number => 600 + (((round * 7) % rounds) * 1000) / rounds

test('kill -9 under load, twenty times: no record older than a second is lost or doubled, nothing stays reserved, tokens stay as they were', async () => {
  gateway = new KilledGateway({ database, workers: 1, clients: 8, port: 0 })
  await gateway.prepare()
  for (let round = 0; round < 20; round++) {
    await gateway.round(killAfter(round, 20))
    expectSound()
  }
  await gateway.expectWholeBooks()
  // Promised are 3 seconds; a busy machine may be late once.
  expect(gateway.starts.sort((one, other) => one - other).at(-2)).toBeLessThan(3000)
}, 240_000)

test('with workers as well: killed by itself, or with all of them, it starts again at the same port', async () => {
  gateway = new KilledGateway({ database, workers: 2, clients: 4, port: await freePort() })
  await gateway.prepare()
  for (let round = 0; round < 5; round++) {
    // What has become of a stream is told by its worker, and written, every second.
    await gateway.round(killAfter(round, 5) + 1500, round % 2 === 0)
    expectSound()
  }
  await gateway.expectWholeBooks()
}, 120_000)
