import { clientDialects } from '../../dialects/registry.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { StreamView } from './stream-view.js'

type Event = readonly [event: string | undefined, data: object]

const chunk = (delta: object, more: object = {}): Event => [undefined, { id: 'c', model: 'm', choices: [{ index: 0, delta }], ...more }]
const block = (type: string, fields: object): Event => [
  'content_block_delta',
  { type: 'content_block_delta', index: 0, delta: { type, ...fields } },
]
const started: Event = [
  'message_start',
  { type: 'message_start', message: { id: 'msg_1', model: 'm', content: [], usage: { input_tokens: 1 } } },
]
const begun = (type: string, fields: object): Event => [
  'content_block_start',
  { type: 'content_block_start', index: 0, content_block: { type, ...fields } },
]

test.each<[ChatDialect, readonly Event[], string, unknown, string | undefined]>([
  [
    'chat-completions',
    [
      chunk({ role: 'assistant', content: 'fo' }),
      chunk({ content: 'ur' }),
      [undefined, { id: 'c', choices: [], usage: { total_tokens: 3 } }],
    ],
    'four',
    { total_tokens: 3 },
    undefined,
  ],
  [
    'chat-completions',
    [chunk({ content: 'fo' }), [undefined, { error: { message: 'no more', type: 'server_error' } }]],
    'fo',
    undefined,
    'no more',
  ],
  ['messages', [started, begun('thinking', { thinking: '' }), block('thinking_delta', { thinking: 'x' })], '', undefined, undefined],
  ['messages', [started, begun('text', { text: '' }), block('text_delta', { text: 'four' })], 'four', undefined, undefined],
  [
    'responses',
    [
      [
        'response.failed',
        { type: 'response.failed', response: { id: 'r', status: 'failed', error: { code: 'server_error', message: 'no' } } },
      ],
    ],
    '',
    undefined,
    'no',
  ],
  [
    'generate-content',
    [
      [
        undefined,
        {
          candidates: [{ content: { role: 'model', parts: [{ text: 'thinking', thought: true }, { text: 'four' }] } }],
          usageMetadata: { totalTokenCount: 3 },
        },
      ],
    ],
    'four',
    { totalTokenCount: 3 },
    undefined,
  ],
])('%s: of %j the text is shown, the usage and the error', (style, events, text, usage, failure) => {
  const view = new StreamView(clientDialects[style])
  const shown = events.map(([event, data]) =>
    view.read(event === undefined ? { data: JSON.stringify(data) } : { event, data: JSON.stringify(data) }),
  )
  expect([shown.join(''), view.usage, view.failure]).toEqual([text, usage, failure])
})
