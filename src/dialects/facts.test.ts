import { chatDialects, proofNumbers, upstreamDialectNames, type ChatDialect } from '../exchange/dialect-name.js'
import { openProof, sealAbsence, sealProof } from '../exchange/proof.js'
import { clientDialects } from './registry.js'

describe('sealed proofs', () => {
  test.each(upstreamDialectNames)('a proof of %s can be opened', (dialect) => {
    const proof = { dialect, kind: 'signature', value: 'c2lnbmVk' } as const
    expect(openProof(sealProof(proof))).toEqual(proof)
    expect(openProof(sealAbsence(dialect))?.dialect).toBe(dialect)
  })
  test('every dialect has a number of its own', () => {
    expect(new Set(Object.values(proofNumbers)).size).toBe(upstreamDialectNames.length)
  })
})

/** The event with which a dialect's provider ends an answer, and an event that may follow it. */
const endings: Readonly<Record<ChatDialect, readonly [mark: string, after?: string]>> = {
  'chat-completions': ['{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}', '{"choices":[],"usage":{"prompt_tokens":1}}'],
  messages: ['{"type":"message_stop"}'],
  responses: ['{"type":"response.completed","sequence_number":0,"response":{"id":"resp_1","output":[]}}'],
  'generate-content': ['{"candidates":[{"index":0,"finishReason":"STOP"}]}', '{"usageMetadata":{"promptTokenCount":1}}'],
}

test.each(chatDialects)('%s: `endsAtMark` is true where no event follows the end mark', (name) => {
  const [mark, after] = endings[name]
  const dialect = clientDialects[name]
  const tap = dialect.createStreamTap()
  tap.push({ data: mark })
  expect(tap.finished).toBe(true)
  expect(dialect.facts.endsAtMark).toBe(after === undefined)
})
