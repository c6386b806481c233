import fc from 'fast-check'
import { clientDialects } from '../../src/dialects/registry.js'
import { LossLedger } from '../../src/exchange/ledger.js'
import { isObject } from '../../src/json/object.js'
import { RepeatedTexts } from '../../src/json/repeated-texts.js'
import { RepeatedValues } from '../../src/json/repeated-values.js'
import { parseBody } from '../../src/server/parse-body.js'
import { parseRepeated } from '../../src/server/parse-repeated.js'
import { convert } from './conversion.js'
import type { JsonObject } from './json.js'
import { clients, models, pairOf, upstreams } from './pairs.js'
import { requestsOf } from './requests/index.js'

// Requests whose members were all read from earlier ones and are frozen: they are converted and relayed like others.

const limits = { json_depth: 64, json_values: 1e6, json_keys: 1e6 }

function freeze(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) freeze(item)
  else if (isObject(value)) for (const member of Object.values(value)) freeze(member)
  Object.freeze(value)
}

test.each(clients)('%s', (client) => {
  const repeated = new RepeatedValues({ limitBytes: 1e8, leastBytes: 2, onKept: freeze })
  const texts = new RepeatedTexts({ limitBytes: 1e8 })
  const dialect = clientDialects[client]
  const requests = fc.sample(requestsOf(client), { numRuns: 60, seed: 3 })
  let frozen = 0
  for (const [index, request] of requests.entries()) {
    const bytes = Buffer.from(JSON.stringify({ ...requests[index - 1], ...request }))
    const plain = parseBody(bytes, limits) as JsonObject
    const read = (): JsonObject | undefined => parseRepeated(bytes, limits, undefined, repeated, 'a')?.value as JsonObject | undefined
    for (let count = 0; count < 2; count++) read()
    const shared = read()
    if (shared === undefined) continue
    expect(shared).toEqual(plain)
    if (Object.values(shared).some((value) => typeof value === 'object' && Object.isFrozen(value))) frozen++
    for (const upstream of upstreams) {
      const pair = pairOf(client, upstream, index)
      const converted = convert(pair, shared)
      expect(converted).toEqual(convert(pair, plain))
      if (converted.type === 'sent') expect(texts.write('a', upstream, converted.wire).toString()).toBe(JSON.stringify(converted.wire))
    }
    for (const model of models[client]) {
      const relayed = (wire: JsonObject): unknown => {
        const ledger = new LossLedger()
        try {
          return [
            dialect.relayedRequest?.(wire, { model, traits: {} }, ledger),
            dialect.withoutForeignProofs(wire, { model, traits: {} }),
            ledger,
          ]
        } catch (refusal) {
          return String(refusal)
        }
      }
      expect(relayed(shared)).toEqual(relayed(plain))
    }
  }
  expect(frozen).toBeGreaterThan(20)
})
