import type { ChatDialect } from '../../src/exchange/dialect-name.js'
import { convert } from './conversion.js'
import type { JsonObject } from './json.js'
import { upstreams } from './pairs.js'

const count = 150_000
const many = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => make(index))

/** Lists of a length that has no place on the stack: as turns of one role, and inside one turn. */
const requests: readonly (readonly [ChatDialect, string, JsonObject])[] = [
  ['chat-completions', 'messages', { model: 'm', messages: many(() => ({ role: 'user', content: 'a' })) }],
  ['messages', 'blocks', { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: many(() => ({ type: 'text', text: 'a' })) }] }],
  ['responses', 'items', { model: 'm', input: many(() => ({ type: 'message', role: 'user', content: 'a' })) }],
  ['responses', 'answers', { model: 'm', input: many(() => ({ type: 'message', role: 'assistant', content: 'a' })) }],
  ['generate-content', 'contents', { contents: many(() => ({ role: 'user', parts: [{ text: 'a' }] })) }],
  ['generate-content', 'parts', { contents: [{ role: 'user', parts: many(() => ({ text: 'a' })) }] }],
]

describe.each(upstreams)('for %s', (upstream) => {
  test.each(requests)(`${count} of %s %s`, (client, _, request) => {
    expect(['sent', 'refused']).toContain(convert({ client, upstream, model: 'm-1', traits: {} }, request).type)
  })
})
