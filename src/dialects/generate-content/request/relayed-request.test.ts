import { LossLedger } from '../../../exchange/ledger.js'
import type { WireObject } from '../../dialect.js'
import { relayedRequest } from './relayed-request.js'

const cases: [string, string, WireObject, unknown, string[]][] = [
  [
    'penalties',
    'gemini-2.5-flash',
    { generationConfig: { presencePenalty: 0.5, frequencyPenalty: 0, topK: 64 } },
    { put: { generationConfig: { frequencyPenalty: 0, topK: 64 } }, leaveOut: [] },
    ['dropped /generationConfig/presencePenalty'],
  ],
  [
    'a limit, in the other spelling',
    'gemini-3-flash-preview',
    { generation_config: { max_output_tokens: 100_000 } },
    { put: { generation_config: { max_output_tokens: 65_536 } }, leaveOut: [] },
    ['approximated /generation_config/max_output_tokens'],
  ],
  ['settings that the model accepts', 'gemini-2.0-flash', { generationConfig: { presencePenalty: 0.5, temperature: 1 } }, undefined, []],
  ['an unknown model', 'gemma-3', { generationConfig: { presencePenalty: 0.5, maxOutputTokens: 999_999 } }, undefined, []],
]
test.each(cases)('%s (%s)', (_, model, wire, change, losses) => {
  const ledger = new LossLedger()
  expect(relayedRequest(wire, { model }, ledger)).toEqual(change)
  expect(ledger.losses.map(({ at, action }) => `${action} ${at}`)).toEqual(losses)
})
