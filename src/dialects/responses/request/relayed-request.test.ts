import { LossLedger } from '../../../exchange/ledger.js'
import type { WireObject } from '../../dialect.js'
import { relayedRequest } from './relayed-request.js'

describe('members that the model refuses', () => {
  const cases: [string, string, WireObject, unknown, string[]][] = [
    ['sampling', 'gpt-5', { temperature: 0.2, top_p: 1 }, { put: {}, leaveOut: ['temperature'] }, ['dropped /temperature']],
    ['sampling without an effort', 'gpt-5.2', { temperature: 0.2, reasoning: { effort: 'none' } }, undefined, []],
    [
      'probabilities',
      'o3',
      { top_logprobs: 2, include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] },
      { put: { include: ['reasoning.encrypted_content'] }, leaveOut: ['top_logprobs'] },
      ['dropped /top_logprobs'],
    ],
    [
      'a limit over the maximum',
      'gpt-5',
      { max_output_tokens: 200_000 },
      { put: { max_output_tokens: 128_000 }, leaveOut: [] },
      ['approximated /max_output_tokens'],
    ],
    [
      'tools with an effort are accepted',
      'gpt-5.6',
      { tools: [{ type: 'function', name: 'a' }], reasoning: { effort: 'high' } },
      undefined,
      [],
    ],
    ['an unknown model', 'up-model', { temperature: 0 }, undefined, []],
  ]
  test.each(cases)('%s (%s)', (_, model, wire, change, losses) => {
    const ledger = new LossLedger()
    expect(relayedRequest(wire, { model }, ledger)).toEqual(change)
    expect(ledger.losses.map(({ at, action }) => `${action} ${at}`)).toEqual(losses)
  })
})
