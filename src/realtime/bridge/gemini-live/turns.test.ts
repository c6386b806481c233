import { Conversation } from './conversation.js'
import { historyOf } from './turns.js'

test('the history for a new connection: words of either side, calls with their results; audio without words is left out', () => {
  const conversation = new Conversation(() => undefined)
  const message = (id: string, role: string, content: object) => conversation.add({ id, type: 'message', role, content: [content] })
  message('1', 'user', { type: 'input_audio', transcript: 'Weather?' })
  message('2', 'user', { type: 'input_audio', transcript: null })
  conversation.add({ id: '3', type: 'function_call', call_id: 'c', name: 'weather', arguments: '{"city":"Rome"}' })
  conversation.add({ id: '4', type: 'function_call_output', call_id: 'c', output: 'sunny' })
  message('5', 'assistant', { type: 'output_audio', transcript: 'Sunny.' })
  message('6', 'user', { type: 'input_text', text: 'Thanks.' })
  expect(historyOf(conversation, new Map([['6', {}]]))).toEqual([
    { role: 'user', parts: [{ text: 'Weather?' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c', name: 'weather', args: { city: 'Rome' } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'weather', response: { output: 'sunny' } } }] },
    { role: 'model', parts: [{ text: 'Sunny.' }] },
  ])
})
