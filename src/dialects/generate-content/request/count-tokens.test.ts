import { counting, requestToCount } from './count-tokens.js'
import { conversation, target, turn } from '../fixtures/conversation.js'

const contents = [{ parts: [{ text: 'Hi.' }] }]

test.each<[string, Record<string, unknown>, object]>([
  ['contents alone', { contents }, { contents }],
  [
    'a whole request',
    { generateContentRequest: { model: 'models/m', contents, systemInstruction: { parts: [] } } },
    { model: 'models/m', contents, systemInstruction: { parts: [] } },
  ],
  [
    'in snake_case',
    { generate_content_request: { contents, system_instruction: { parts: [] } } },
    { contents, systemInstruction: { parts: [] } },
  ],
  ['an empty body', {}, { contents: [] }],
])('%s', (_, wire, expected) => {
  expect(requestToCount(wire)).toEqual(expected)
})

test('a request of another dialect is sent as a whole request', () => {
  expect(counting.encodeRequest(conversation([turn('system', 0, 'Be brief.'), turn('user', 1, 'Hi.')]), target('up'))).toEqual({
    generateContentRequest: {
      model: 'models/up',
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
    },
  })
})

test('replies', () => {
  expect(counting.decodeCount({ totalTokens: 4 })).toBe(4)
  expect(counting.decodeCount({ total: 4 })).toBeUndefined()
  expect(counting.encodeCount(4)).toEqual({ totalTokens: 4, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 4 }] })
})
