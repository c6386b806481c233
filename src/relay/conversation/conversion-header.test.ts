import { GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { GatewayRequest } from '../gateway-request.js'
import { checkStrict, conversionHeader } from './conversion-header.js'

function header(book: (ledger: LossLedger) => void): string {
  const ledger = new LossLedger()
  book(ledger)
  return conversionHeader('messages', 'chat-completions', ledger)
}

test('no losses', () => expect(header((ledger) => ledger.move('/a', ''))).toBe('messages>chat-completions; exact'))

test('each pointer once, and not as approximated where it was dropped', () =>
  expect(
    header((ledger) => {
      ledger.approximate('/thinking/budget_tokens', '')
      ledger.approximate('/thinking/budget_tokens', '')
      ledger.drop('/top_k', '')
      ledger.approximate('/top_k', '')
      ledger.drop('/top_k', '')
    }),
  ).toBe('messages>chat-completions; lossy; dropped=/top_k; approximated=/thinking/budget_tokens'))

test('the list is capped', () =>
  expect(header((ledger) => Array.from({ length: 14 }, (_, index) => ledger.drop(`/${index}`, '')))).toBe(
    'messages>chat-completions; lossy; dropped=/0,/1,/2,/3,/4,/5,/6,/7,/8,/9,/10,/11,+2',
  ))

test('a long pointer is cut, and its characters are safe in a header', () => {
  const at = (ledger: LossLedger) => ledger.drop(`/metadata/${'ü'.repeat(40)}`, '')
  expect(header(at)).toBe(`messages>chat-completions; lossy; dropped=/metadata/${'%C3%BC'.repeat(11)}%C3%...`)
})

test.each([
  ['a loss, and strict', true, 'true', 'lossy_conversion'],
  ['a loss, and not strict', true, undefined, undefined],
  ['a loss, and another value', true, 'false', undefined],
  ['no loss, and strict', false, 'true', undefined],
])('%s', (_name, lossy, strict, code) => {
  const ledger = new LossLedger()
  if (lossy) ledger.drop('/top_k', '')
  const incoming = { headers: strict === undefined ? {} : { 'x-anywire-strict': strict } } as unknown as GatewayRequest['incoming']
  const refused = (): string | undefined => {
    try {
      checkStrict(ledger, { incoming })
      return undefined
    } catch (thrown) {
      if (!(thrown instanceof GatewayFailure)) throw thrown
      return thrown.error.code
    }
  }
  expect(refused()).toBe(code)
})
