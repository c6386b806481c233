import { LossLedger } from '../../exchange/ledger.js'
import type { WireObject } from '../dialect.js'
import { decodeRequest } from './request/request-decode.js'

/** The losses of a request. Each of the cases was once lost without a ledger entry. */
function losses(wire: WireObject): string[] {
  const ledger = new LossLedger()
  decodeRequest({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi.' }], ...wire }, { ledger })
  return ledger.losses.map(({ at, action }) => `${action} ${at}`)
}

const content = (...blocks: object[]): WireObject => ({ messages: [{ role: 'user', content: blocks }] })
const text = { type: 'text', text: 'a' }
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }

test.each<[string, WireObject, string[]]>([
  [
    'an unknown member of a cache marker',
    content({ ...text, cache_control: { type: 'ephemeral', x: 1 } }),
    ['dropped /messages/0/content/0/cache_control/x'],
  ],
  ['an unknown member of a source', content({ type: 'document', source: { ...pdf, x: 1 } }), ['dropped /messages/0/content/0/source/x']],
  [
    'a top-level cache marker, where the last block has its own',
    { ...content({ ...text, cache_control: { type: 'ephemeral' } }), cache_control: { type: 'ephemeral', ttl: '1h' } },
    ['moved /cache_control'],
  ],
  [
    'a top-level cache marker without a block',
    { messages: [{ role: 'assistant', content: [] }], cache_control: { type: 'ephemeral' } },
    ['dropped /cache_control'],
  ],
  [
    'an unknown member of `citations`',
    content({ type: 'document', source: pdf, citations: { x: 1 } }),
    ['dropped /messages/0/content/0/citations/x'],
  ],
  ['the default display of thinking', { thinking: { type: 'adaptive', display: 'summarized' } }, ['moved /thinking/display']],
  [
    'an unknown member of thinking between tools',
    { thinking: { type: 'between_tools', x: 1 } },
    ['dropped /thinking/x', 'approximated /thinking/type'],
  ],
])('%s', (_name, wire, expected) => {
  expect(losses(wire)).toEqual(expected)
})

test('parts have the JSON pointers of members beside their content', () => {
  const ledger = new LossLedger()
  const wire = content(
    { type: 'document', source: pdf, title: 't' },
    { ...text, citations: [{ type: 'page_location', cited_text: 'b', document_index: 0, start_page_number: 1, end_page_number: 2 }] },
  )
  const { turns } = decodeRequest({ model: 'm', max_tokens: 9, ...wire }, { ledger })
  expect(turns[0]?.parts.map(({ places }) => places)).toMatchObject([
    { filename: '/messages/0/content/0/title' },
    { citations: '/messages/0/content/1/citations' },
  ])
})
