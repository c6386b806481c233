import { LossLedger } from '../../exchange/ledger.js'
import { sealProof } from '../../exchange/proof.js'
import type { WireObject } from '../dialect.js'
import { decodeRequest } from './request/request-decode.js'

function decode(wire: WireObject) {
  const ledger = new LossLedger()
  const request = decodeRequest({ contents: [{ parts: [{ text: 'Hi.' }] }], ...wire }, { ledger })
  return { request, booked: ledger.losses.map(({ at, action }) => `${action} ${at}`) }
}

const call = { role: 'model', parts: [{ functionCall: { name: 'look' } }] }
const sealed = sealProof({ dialect: 'messages', kind: 'signature', value: 'c2ln' })

/** Members without a counterpart in other dialects; each was once lost without a ledger entry. */
test.each<[string, WireObject, string[]]>([
  [
    'the form of an answer that the schema decides',
    { generationConfig: { responseMimeType: 'text/plain', responseJsonSchema: {} } },
    ['dropped /generationConfig/responseMimeType'],
  ],
  [
    'a mode that nobody knows',
    { toolConfig: { functionCallingConfig: { mode: 77 } } },
    ['moved /toolConfig/functionCallingConfig/mode', 'dropped /toolConfig/functionCallingConfig/mode'],
  ],
  [
    'a signed result',
    { contents: [call, { parts: [{ functionResponse: { name: 'look', response: {} }, thoughtSignature: 'c2ln' }] }] },
    ['dropped /contents/1/parts/0/thoughtSignature'],
  ],
])('%s', (_name, wire, expected) => {
  expect(decode(wire).booked).toEqual(expected)
})

test("another dialect's proof is removed from an opaque part", () => {
  const { request, booked } = decode({
    contents: [{ role: 'model', parts: [{ executableCode: { code: '1' }, thoughtSignature: sealed }] }],
  })
  expect(booked).toEqual(['dropped /contents/0/parts/0/thoughtSignature'])
  expect(JSON.stringify(request.turns)).not.toContain(sealed)
})
