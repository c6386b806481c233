import fc from 'fast-check'
import type { Pair } from './conversion.js'
import { examine } from './fidelity.js'
import { clients } from './pairs.js'
import { requestsOf } from './requests/index.js'

/** One model of each family that Converse asks in words of its own. */
const models = ['amazon.nova-lite-v1:0', 'us.anthropic.claude-opus-4-6-v1:0', 'openai.gpt-oss-120b-1:0', 'us.amazon.nova-2-lite-v1:0']
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)

/** Bedrock's Converse is no column of the matrix, but the promise holds for it too. */
test.each(clients)('nothing of a request is lost silently: %s > bedrock-converse', (client) => {
  let index = 0
  fc.assert(
    fc.property(requestsOf(client), (request) => {
      const model = models[index++ % models.length] ?? ''
      // The pairs are those of the matrix; the examination itself takes every dialect that has a contract.
      const pair = { client, upstream: 'bedrock-converse', model, traits: {} } as unknown as Pair
      expect(examine(pair, request).violations).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true, seed: 7 },
  )
})
