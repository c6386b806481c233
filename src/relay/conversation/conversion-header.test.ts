import { LossLedger } from '../../exchange/ledger.js'
import { conversionHeader } from './conversion-header.js'

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
