import type { ChatDialect } from '../../src/exchange/dialect-name.js'
import { convert } from './conversion.js'
import type { JsonObject } from './json.js'
import { upstreams } from './pairs.js'

const count = 150_000
const many = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => make(index))

const question = { role: 'user', content: 'a' }
const schema = { type: 'object' }
const named = (index: number) => ({ name: `t${index}`, parameters: schema })

/** Lists of a length that has no place on the stack: as turns of one role, and inside one turn. */
const requests: readonly (readonly [ChatDialect, string, JsonObject])[] = [
  ['chat-completions', 'messages', { model: 'm', messages: many(() => ({ role: 'user', content: 'a' })) }],
  ['messages', 'blocks', { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: many(() => ({ type: 'text', text: 'a' })) }] }],
  ['responses', 'items', { model: 'm', input: many(() => ({ type: 'message', role: 'user', content: 'a' })) }],
  ['responses', 'answers', { model: 'm', input: many(() => ({ type: 'message', role: 'assistant', content: 'a' })) }],
  ['generate-content', 'contents', { contents: many(() => ({ role: 'user', parts: [{ text: 'a' }] })) }],
  [
    'chat-completions',
    'tools',
    { model: 'm', messages: [question], tools: many((index) => ({ type: 'function', function: named(index) })) },
  ],
  [
    'messages',
    'tools',
    { model: 'm', max_tokens: 1, messages: [question], tools: many((index) => ({ name: `t${index}`, input_schema: schema })) },
  ],
  ['responses', 'tools', { model: 'm', input: 'a', tools: many((index) => ({ type: 'function', strict: false, ...named(index) })) }],
  ['generate-content', 'tools', { contents: [{ parts: [{ text: 'a' }] }], tools: [{ functionDeclarations: many(named) }] }],
  ['messages', 'stop sequences', { model: 'm', max_tokens: 1, messages: [question], stop_sequences: many((index) => `s${index}`) }],
  [
    'chat-completions',
    'tool calls and their results',
    {
      model: 'm',
      messages: [
        question,
        {
          role: 'assistant',
          tool_calls: many((index) => ({ id: `call_${index}`, type: 'function', function: { name: 't', arguments: '{}' } })),
        },
        ...many((index) => ({ role: 'tool', tool_call_id: `call_${index}`, content: 'a' })),
      ],
    },
  ],
  ['generate-content', 'parts', { contents: [{ role: 'user', parts: many(() => ({ text: 'a' })) }] }],
]

describe.each(upstreams)('for %s', (upstream) => {
  test.each(requests)(`${count} of %s %s`, (client, _, request) => {
    expect(['sent', 'refused']).toContain(convert({ client, upstream, model: 'm-1', traits: {} }, request).type)
  })
})
