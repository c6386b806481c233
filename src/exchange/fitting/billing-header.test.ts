import { LossLedger } from '../ledger.js'
import type { Turn } from '../request.js'
import { withoutBillingHeader } from './billing-header.js'

const line = 'x-anthropic-billing-header: cc_version=2.1.9.a1b; cc_entrypoint=cli; cch=0f3c1;'
const user: Turn = { role: 'user', parts: [{ type: 'text', text: line, at: '/messages/0/content' }], at: '/messages/0' }
const system = (...texts: string[]): Turn => ({
  role: 'system',
  parts: texts.map((text, index) => ({ type: 'text', text, at: `/system/${index}` })),
  at: '/system',
})

const cases: [string, Turn[], string[] | undefined, string[]][] = [
  ['the line is a text part of its own', [system(line, 'Be brief.'), user], ['Be brief.'], ['/system/0']],
  ['the line begins a text part', [system(`${line}\n\nBe brief.\nBe kind.`), user], ['Be brief.\nBe kind.'], ['/system/0']],
  ['the line is the only instruction', [system(line), user], undefined, ['/system/0']],
  ['the line is not in the first part', [system('Be brief.', line), user], ['Be brief.', line], []],
]
test.each(cases)('%s', (_, turns, expected, dropped) => {
  const ledger = new LossLedger()
  const left = withoutBillingHeader(turns, ledger)
  expect(left.find(({ role }) => role === 'system')?.parts.map((part) => part.type === 'text' && part.text)).toEqual(expected)
  expect(left.at(-1)).toBe(user)
  expect(ledger.losses.map(({ at }) => at)).toEqual(dropped)
})
