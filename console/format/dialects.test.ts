import { conversionText } from './dialects.js'

test.each([
  ['messages>chat-completions', 'Messages → chat completions'],
  ['generate-content>cohere-chat', "Generate content → Cohere's chat"],
  ['chat-completions>messages; lossy; dropped=/logprobs,/seed', 'Chat completions → messages'],
  ['realtime>gemini-live', 'Realtime → gemini-live'],
])('%s', (name, text) => {
  expect(conversionText(name)).toBe(text)
})
