import fc from 'fast-check'
import { clients, upstreams } from './pairs.js'
import { examineEvents, examineReply, examineWire } from './reply-fidelity.js'
import { repliesFrom } from './replies.js'
import { wireEvents, wireReplies } from './wire-replies.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 40)
const pairs = clients.flatMap((client) => upstreams.map((upstream) => [upstream, client] as const))

test.each(pairs)('what %s says is what a client of %s reads, valid in every piece', (upstream, client) => {
  fc.assert(
    fc.property(repliesFrom(upstream), (reply) => {
      expect(examineReply(client, upstream, reply)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

test.each(pairs)('whatever the document of %s allows becomes a valid reply for a client of %s', (upstream, client) => {
  fc.assert(
    fc.property(wireReplies(upstream), (wire) => {
      expect(examineWire(client, upstream, wire)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

test.each(pairs)('events of %s in any order become valid events for a client of %s', (upstream, client) => {
  fc.assert(
    fc.property(wireEvents(upstream), (events) => {
      expect(examineEvents(client, upstream, events)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
