import { GatewayFailure } from './error.js'
import { LossLedger } from './ledger.js'
import type { Settings } from './request.js'
import { clamped, TakenSettings, takeOneTextReply } from './taken-settings.js'

const recorded = ({ losses }: LossLedger): string[] => losses.map(({ action, at, why }) => `${action} ${at}: ${why}`)

test('settings that were not taken are recorded in the order of the request', () => {
  const ledger = new LossLedger()
  const settings = new TakenSettings<Settings>({
    seed: { value: 1, at: '/seed' },
    temperature: { value: 1, at: '/temperature' },
    topK: { value: 1, at: '/top_k' },
  })
  expect(settings.take('temperature')).toEqual({ value: 1, at: '/temperature' })
  expect(settings.take('topP')).toBeUndefined()
  settings.dropUnsupported(ledger, 'no such setting')
  expect(recorded(ledger)).toEqual(['dropped /seed: no such setting', 'dropped /top_k: no such setting'])
})

test('several choices and output other than text are refused with the JSON pointer of the setting', () => {
  const ledger = new LossLedger()
  const one = { choiceCount: { value: 1, at: '/n' }, modalities: { value: ['text'], at: '/modalities' } }
  takeOneTextReply(new TakenSettings<Settings>(one), ledger)
  expect(recorded(ledger)).toEqual([
    'moved /n: not needed: there is always one choice',
    'moved /modalities: not needed: the answer is always text',
  ])
  for (const [more, param] of [
    [{ ...one, choiceCount: { value: 2, at: '/n' } }, '/n'],
    [{ ...one, modalities: { value: ['text', 'audio'], at: '/modalities' } }, '/modalities'],
  ] as const) {
    expect(() => takeOneTextReply(new TakenSettings<Settings>(more), ledger)).toThrow(GatewayFailure)
    expect(() => takeOneTextReply(new TakenSettings<Settings>(more), ledger)).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ param }) }),
    )
  }
})

test.each([
  [0.5, 0.5, []],
  [3, 2, ['approximated /t: the provider accepts -2 to 2: 2 was sent']],
  [-3, -2, ['approximated /t: the provider accepts -2 to 2: -2 was sent']],
])('%d within -2 to 2 is %d', (value, expected, losses) => {
  const ledger = new LossLedger()
  expect(clamped({ value, at: '/t' }, -2, 2, ledger)).toBe(expected)
  expect(recorded(ledger)).toEqual(losses)
})
