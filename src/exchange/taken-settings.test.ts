import { GatewayFailure } from './error.js'
import { LossLedger } from './ledger.js'
import type { Settings } from './request.js'
import { clamped, TakenSettings, takeOneTextReply } from './taken-settings.js'

const booked = ({ losses }: LossLedger): string[] => losses.map(({ action, at, why }) => `${action} ${at}: ${why}`)

test('what nobody took is booked in the order of the request, what was taken is not', () => {
  const ledger = new LossLedger()
  const settings = new TakenSettings<Settings>({
    seed: { value: 1, at: '/seed' },
    temperature: { value: 1, at: '/temperature' },
    topK: { value: 1, at: '/top_k' },
  })
  expect(settings.take('temperature')).toEqual({ value: 1, at: '/temperature' })
  expect(settings.take('topP')).toBeUndefined()
  settings.bookUntaken(ledger, 'no such setting')
  expect(booked(ledger)).toEqual(['dropped /seed: no such setting', 'dropped /top_k: no such setting'])
})

test('one reply in text is what there is; anything else is refused with its place', () => {
  const ledger = new LossLedger()
  const one = { choiceCount: { value: 1, at: '/n' }, modalities: { value: ['text'], at: '/modalities' } }
  takeOneTextReply(new TakenSettings<Settings>(one), ledger)
  expect(booked(ledger)).toEqual(['moved /n: there is one choice', 'moved /modalities: the answer is text'])
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
  [3, 2, ['approximated /t: the provider takes -2 to 2: 2 was sent']],
  [-3, -2, ['approximated /t: the provider takes -2 to 2: -2 was sent']],
])('%d within -2 to 2 is %d', (value, expected, losses) => {
  const ledger = new LossLedger()
  expect(clamped({ value, at: '/t' }, -2, 2, ledger)).toBe(expected)
  expect(booked(ledger)).toEqual(losses)
})
