import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import { decodeRequest } from './request-decode.js'

function decode(block: object) {
  const ledger = new LossLedger()
  const messages = [
    { role: 'user', content: 'Remember 17.' },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }, block, { type: 'text', text: 'And?' }] },
    { role: 'user', content: 'Which number was it?' },
  ]
  const { turns } = decodeRequest({ model: 'fast', max_tokens: 9, system: 'Be brief.', messages }, { ledger })
  return {
    turns: turns.map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`),
    losses: ledger.losses.map(({ action, at }) => `${action} ${at}`),
  }
}

test('the summary of a compaction replaces the turns before it', () => {
  expect(decode({ type: 'compaction', content: 'The number is 17.' })).toEqual({
    turns: [
      'system: Be brief.',
      'user: Summary of the conversation so far:\nThe number is 17.',
      'assistant: And?',
      'user: Which number was it?',
    ],
    losses: ['moved /messages/0', 'moved /messages/1/content/0', 'approximated /messages/1/content/1'],
  })
})

test.each([{ type: 'compaction', content: null, encrypted_content: 'gAAA' }, { type: 'compaction' }])(
  'a compaction without readable text is refused: %j',
  (block) => {
    expect(() => decode(block)).toThrow(GatewayFailure)
    expect(() => decode(block)).toThrow(/^\/messages\/1\/content\/1: a compaction/)
  },
)
