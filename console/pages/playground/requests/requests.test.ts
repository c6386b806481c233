import { chatDialects } from '../../../../src/exchange/dialect-name.js'
import { sentTurns, type AnswerTurn, type Turn } from '../conversation.js'
import { defaultSettings, readSettings } from '../settings.js'
import { askedOf, readTools, SettingProblem } from './options.js'
import { readConversation } from './read-body.js'
import { chatCompletionsBody } from './chat-completions.js'
import { generateContentBody } from './generate-content.js'
import { messagesBody } from './messages.js'
import { maskedHeaders, requestOf } from './request.js'
import { responsesBody } from './responses.js'

const bodies = {
  'chat-completions': chatCompletionsBody,
  messages: messagesBody,
  responses: responsesBody,
  'generate-content': generateContentBody,
}

const call = { id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' }
const answer = (text: string, calls: AnswerTurn['calls'] = []): AnswerTurn => ({
  kind: 'answer',
  id: 2,
  text,
  reasoning: 'Hm.',
  calls,
  pictures: [],
  standing: { state: 'complete', finish: 'stop' },
  measures: { model: 'fast', style: 'messages' },
})
const turns: readonly Turn[] = [
  { kind: 'user', id: 1, text: 'What is this?', pictures: [{ name: 'a.png', mediaType: 'image/png', data: 'AA==' }] },
  answer('Let me see.', [call]),
  { kind: 'tool-results', id: 3, results: [{ call, text: '12:00' }] },
]
const settings = { ...defaultSettings, model: 'fast', system: ' Be brief. ' }

test('chat completions', () => {
  expect(bodies['chat-completions'](askedOf(settings, turns))).toEqual({
    model: 'fast',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'text', text: 'What is this?' },
        ],
      },
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '12:00' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('messages', () => {
  expect(bodies.messages(askedOf(settings, turns))).toEqual({
    model: 'fast',
    max_tokens: 4096,
    system: 'Be brief.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          { type: 'text', text: 'What is this?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 'call_1', name: 'clock', input: { zone: 'UTC' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '12:00' }] },
    ],
    stream: true,
  })
})

test('responses', () => {
  expect(bodies.responses(askedOf(settings, turns))).toEqual({
    model: 'fast',
    instructions: 'Be brief.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA==' },
          { type: 'input_text', text: 'What is this?' },
        ],
      },
      { role: 'assistant', content: 'Let me see.' },
      { type: 'function_call', call_id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '12:00' },
    ],
    store: false,
    stream: true,
  })
})

test('generate content', () => {
  expect(bodies['generate-content'](askedOf(settings, turns))).toEqual({
    model: 'fast',
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }, { text: 'What is this?' }] },
      { role: 'model', parts: [{ text: 'Let me see.' }, { functionCall: { id: 'call_1', name: 'clock', args: { zone: 'UTC' } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'clock', response: { output: '12:00' } } }] },
    ],
    stream: true,
  })
})

test.each(chatDialects)('%s: a setting that is off is not sent; one that is on is', (style) => {
  const hello: Turn = { kind: 'user', id: 1, text: 'hi', pictures: [] }
  const on = {
    ...settings,
    temperature: { on: true, value: 0.3 },
    maxTokens: { on: true, value: 77 },
    topP: { on: true, value: 0.9 },
    schema: { on: true, value: '{"type":"object","title":"T"}' },
    tools: { on: true, value: '[{"type":"function","function":{"name":"clock","parameters":{"type":"object"}}}]' },
  }
  const off = JSON.stringify(bodies[style](askedOf({ ...settings, stream: false }, [hello])))
  expect(off).not.toMatch(/temperature|top_?p|stop|stream|effort|thinking|tools|schema|77/i)
  const sent = JSON.stringify(bodies[style](askedOf(on, [hello])))
  for (const part of ['0.3', '77', '0.9', '"title":"T"', '"clock"']) expect(sent).toContain(part)
})

test('the limit of tokens leaves room for thinking', () => {
  const on = { ...settings, effort: { on: true, value: 'low' as const }, maxTokens: { on: true, value: 100 } }
  expect(bodies.messages(askedOf(on, turns))).toMatchObject({ max_tokens: 1124, thinking: { type: 'enabled', budget_tokens: 1024 } })
})

test('tools in the forms of several styles, and what is wrong with others', () => {
  const parameters = { type: 'object' }
  const forms = [
    { name: 'a', parameters },
    { type: 'function', function: { name: 'a', parameters } },
    { name: 'a', input_schema: parameters },
  ]
  for (const form of forms) expect(readTools(JSON.stringify([form]))).toEqual([{ name: 'a', parameters }])
  expect(() => readTools('{')).toThrow(new SettingProblem('The tools are not a JSON list.'))
  expect(() => readTools('[{}]')).toThrow(new SettingProblem('Tool 1 has no name.'))
})

test('a tool call without a result gets one, and failed answers are not repeated', () => {
  const next: Turn = { kind: 'user', id: 4, text: 'Go on', pictures: [] }
  const kinds = sentTurns([turns[0] ?? next, answer('', [call]), next, answer(''), next]).map((turn) => turn.kind)
  expect(kinds).toEqual(['user', 'answer', 'tool-results', 'user', 'user'])
})

test('the path of generate content has the model and whether it streams', () => {
  const request = requestOf('generate-content', { model: 'a/b c', stream: true, contents: [] }, 'sk-aw-secret-secret')
  expect(request.path).toBe('/v1beta/models/a%2Fb%20c:streamGenerateContent?alt=sse')
  expect(request.body).toBe('{"contents":[]}')
  expect(JSON.stringify(maskedHeaders(request, 'sk-aw-secret-secret'))).not.toContain('secret-secret')
})

test.each(chatDialects)('a body of %s is read back as a conversation', (style) => {
  const said: readonly Turn[] = [
    { kind: 'user', id: 1, text: 'One', pictures: [] },
    answer('Two'),
    { kind: 'user', id: 3, text: 'Three', pictures: [] },
  ]
  const { system, turns: read } = readConversation(style, bodies[style](askedOf(settings, said)))
  expect(system).toBe('Be brief.')
  expect(read.map((turn) => (turn.kind === 'tool-results' ? '' : turn.text))).toEqual(['One', 'Two', 'Three'])
})

test('what clients write in place of a list of turns is read, too', () => {
  const said = [{ kind: 'user', id: 0, text: 'One', pictures: [] }]
  expect(readConversation('responses', { input: 'One' })).toEqual({ system: '', turns: said })
  const messages = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'One' }] },
  ]
  expect(readConversation('chat-completions', { messages })).toEqual({ system: 'Be brief.', turns: said })
})

test('stored settings of other types are the default ones', () => {
  expect(readSettings({ model: 7, style: 'x', temperature: { on: true, value: 'hot' }, effort: { on: true, value: 'most' } })).toEqual({
    ...defaultSettings,
    temperature: { on: true, value: 1 },
    effort: { on: true, value: 'medium' },
  })
  expect(readSettings(null)).toEqual(defaultSettings)
})
