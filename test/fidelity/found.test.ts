import { convert } from './conversion.js'
import { examine } from './fidelity.js'
import type { JsonObject } from './json.js'
import { pairOf, type Upstream } from './pairs.js'
import type { ChatDialect } from '../../src/exchange/dialect-name.js'

/** The smallest request of each kind of fault that the random ones found, and what is booked of it now. */
const chat = (members: JsonObject): JsonObject => ({ model: 'm-1', messages: [{ role: 'user', content: 'Hi.' }], ...members })
const messages = (members: JsonObject): JsonObject => ({
  model: 'm-1',
  max_tokens: 3000,
  messages: [{ role: 'user', content: 'Hi.' }],
  ...members,
})
const gemini = (members: JsonObject): JsonObject => ({ contents: [{ parts: [{ text: 'Hi.' }] }], ...members })
const tool = { type: 'function', function: { name: 'look' } }
const pixel = 'iVBORw0KGgo='

const found: readonly (readonly [string, ChatDialect, Upstream, JsonObject, readonly string[]])[] = [
  [
    'an audio format of other words',
    'chat-completions',
    'chat-completions',
    chat({ modalities: ['audio'], audio: { voice: 'alloy', format: 'au' } }),
    ['approximated /audio/format'],
  ],
  [
    'penalties beyond the limit',
    'generate-content',
    'chat-completions',
    gemini({ generationConfig: { presencePenalty: 9 } }),
    ['approximated /generationConfig/presencePenalty'],
  ],
  [
    'a share beyond the limit',
    'generate-content',
    'responses',
    gemini({ generationConfig: { topP: 9 } }),
    ['approximated /generationConfig/topP'],
  ],
  [
    'a share beyond the limit',
    'generate-content',
    'messages',
    gemini({ generationConfig: { topP: 9 } }),
    ['approximated /generationConfig/topP'],
  ],
  [
    'a broken count of candidates',
    'generate-content',
    'messages',
    gemini({ generationConfig: { topK: 3.5 } }),
    ['approximated /generationConfig/topK'],
  ],
  [
    'the name of an image',
    'generate-content',
    'chat-completions',
    gemini({ contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: pixel, displayName: 'a.png' } }] }] }),
    ['dropped /contents/0/parts/0/inlineData/displayName'],
  ],
  [
    'the type of what stands at an address',
    'generate-content',
    'messages',
    gemini({ contents: [{ parts: [{ fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' } }] }] }),
    ['moved /contents/0/parts/0/fileData'],
  ],
  [
    "a user's signature",
    'generate-content',
    'responses',
    gemini({ contents: [{ parts: [{ text: 'a', thoughtSignature: 'c2ln' }] }] }),
    ['dropped /contents/0/parts/0/thoughtSignature'],
  ],
  [
    'probabilities that are not wanted',
    'generate-content',
    'chat-completions',
    gemini({ generationConfig: { responseLogprobs: false, logprobs: 3 } }),
    ['moved /generationConfig/responseLogprobs', 'dropped /generationConfig/logprobs'],
  ],
  [
    'citations in system text',
    'messages',
    'chat-completions',
    messages({
      system: [
        { type: 'text', text: 'a', citations: [{ type: 'web_search_result_location', cited_text: 'b', url: 'c', encrypted_index: 'd' }] },
      ],
    }),
    ['dropped /system/0/citations'],
  ],
  [
    'citations that are not wanted',
    'messages',
    'responses',
    messages({
      messages: [
        {
          role: 'user',
          content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, citations: { enabled: false } }],
        },
      ],
    }),
    ['moved /messages/0/content/0/citations', 'moved /messages/0/content/0'],
  ],
  [
    'the name on a message without content',
    'chat-completions',
    'chat-completions',
    chat({
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', name: 'bob', content: '' },
      ],
    }),
    ['dropped /messages/1/name'],
  ],
  [
    'the count of usage that is not wanted',
    'chat-completions',
    'chat-completions',
    chat({ stream_options: { include_usage: false } }),
    ['moved /stream_options/include_usage'],
  ],
  ["OpenRouter's request for the cost", 'chat-completions', 'messages', chat({ usage: { include: false } }), ['moved /usage/include']],
  [
    'thinking switched off beside a budget',
    'chat-completions',
    'messages',
    chat({ thinking: { type: 'disabled', budget_tokens: 3000 } }),
    ['moved /thinking/budget_tokens'],
  ],
  [
    'an effort of none beside a switch',
    'chat-completions',
    'messages',
    chat({ reasoning_effort: 'none', thinking: { type: 'disabled' } }),
    ['moved /reasoning_effort'],
  ],
  ['a choice without tools', 'chat-completions', 'cohere-chat', chat({ tool_choice: 'none' }), ['moved /tool_choice']],
  [
    'a strict schema',
    'chat-completions',
    'cohere-chat',
    chat({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {}, strict: true } } }),
    ['moved /response_format/json_schema/strict'],
  ],
  [
    'parallel calls that are wanted',
    'chat-completions',
    'messages',
    chat({ tools: [tool], parallel_tool_calls: true }),
    ['moved /parallel_tool_calls'],
  ],
]

test.each(found)('%s, %s > %s', (_name, client, upstream, request, expected) => {
  const pair = pairOf(client, upstream)
  const conversion = convert(pair, request)
  expect(conversion.type === 'sent' ? conversion.losses.map(({ at, action }) => `${action} ${at}`) : conversion.error).toEqual(expected)
  expect(examine(pair, request).violations).toEqual([])
})

const empty: readonly (readonly [ChatDialect, Upstream, JsonObject, string])[] = [
  ['messages', 'chat-completions', messages({ messages: [{ role: 'assistant', content: [] }] }), '/messages/0'],
  ['messages', 'cohere-chat', messages({ messages: [{ role: 'user', content: [] }] }), '/messages/0'],
  ['responses', 'chat-completions', { model: 'm-1' }, '/input'],
  ['responses', 'messages', { model: 'm-1' }, '/input'],
  ['responses', 'messages', { model: 'm-1', text: { format: { type: 'json_object' } } }, '/input'],
  ['responses', 'generate-content', { model: 'm-1' }, '/input'],
  ['responses', 'cohere-chat', { model: 'm-1' }, '/input'],
]

test.each(empty)('nothing to answer is refused under the field that is empty, %s > %s', (client, upstream, request, param) => {
  expect(convert(pairOf(client, upstream), request)).toMatchObject({ type: 'refused', error: { kind: 'invalid_request', param } })
})
