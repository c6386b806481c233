import fc from 'fast-check'
import { examine } from './fidelity.js'
import { clients, pairOf, upstreams } from './pairs.js'
import { requestsOf } from './requests/index.js'

/** `make fuzz` does the same with 10,000 requests for each pair. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)

describe('nothing of a request is lost silently', () => {
  test.each(clients.flatMap((client) => upstreams.map((upstream) => [client, upstream] as const)))('%s > %s', (client, upstream) => {
    let index = 0
    fc.assert(
      fc.property(requestsOf(client), (request) => {
        index += 1
        expect(examine(pairOf(client, upstream, index), request).violations).toEqual([])
      }),
      // The smallest input is found by `make fuzz`, which cuts the request itself.
      { numRuns: runs, endOnFailure: true },
    )
  })
})

test.each(clients)('requests of %s mean something: most are taken', (client) => {
  const taken = fc.sample(requestsOf(client), { numRuns: 100, seed: 5 }).filter((request) => {
    return examine(pairOf(client, 'responses'), request).result !== 'refused'
  })
  expect(taken.length).toBeGreaterThan(60)
})
