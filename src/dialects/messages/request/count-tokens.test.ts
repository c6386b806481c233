import { LossLedger } from '../../../exchange/ledger.js'
import { conversation, gauge, target, turn } from '../fixtures/conversation.js'
import { counting } from './count-tokens.js'

describe('counting tokens', () => {
  test('the request is a messages request without limits and settings', () => {
    const request = conversation([turn('system', 0, 'Be brief.'), turn('user', 1, 'Hi.')], {
      stream: true,
      tools: [gauge],
      settings: { temperature: { value: 1, at: '/t' }, user: { value: 'u', at: '/u' } },
    })
    expect(Object.keys(counting.encodeRequest(request, target()))).toEqual(['model', 'messages', 'system', 'tools'])
  })

  test('a conversation decoded from it has no output limit', () => {
    const request = counting.decodeRequest(
      { model: 'fast', messages: [{ role: 'user', content: 'Hi.' }] },
      { ledger: new LossLedger(), model: 'fast', newId: (prefix) => `${prefix}1` },
    )
    expect(request).toMatchObject({ stream: false, turns: [{ role: 'user', parts: [{ text: 'Hi.' }] }] })
    expect(request.settings).toEqual({})
  })

  test('the number of tokens is encoded and decoded', () => {
    expect(counting.decodeCount({ input_tokens: 9 })).toBe(9)
    expect(counting.decodeCount({ tokens: 9 })).toBeUndefined()
    expect(counting.encodeCount(9)).toEqual({ input_tokens: 9 })
  })
})
