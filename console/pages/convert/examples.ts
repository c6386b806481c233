import type { ChatDialect } from '../../../src/exchange/dialect-name.js'

const requests: Readonly<Record<ChatDialect, unknown>> = {
  'chat-completions': {
    model: 'fast',
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: 'Why is the sky blue?' },
    ],
    seed: 7,
    logprobs: true,
    temperature: 0.2,
  },
  messages: {
    model: 'fast',
    max_tokens: 200,
    system: [{ type: 'text', text: 'Answer in one sentence.', cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: 'Why is the sky blue?' }],
    top_k: 40,
  },
  responses: {
    model: 'fast',
    instructions: 'Answer in one sentence.',
    input: 'Why is the sky blue?',
    truncation: 'auto',
    max_output_tokens: 200,
  },
  'generate-content': {
    model: 'fast',
    contents: [{ role: 'user', parts: [{ text: 'Why is the sky blue?' }] }],
    generationConfig: { topK: 40, seed: 7, maxOutputTokens: 200 },
  },
}

const replies: Readonly<Record<string, unknown>> = {
  'chat-completions': {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'fast',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Air scatters blue light most.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
  },
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fast',
    content: [{ type: 'text', text: 'Air scatters blue light most.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 7 },
  },
  'generate-content': {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Air scatters blue light most.' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
  },
}

const stream = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"fast","choices":[{"index":0,"delta":{"role":"assistant","content":"Air scatters "},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"fast","choices":[{"index":0,"delta":{"content":"blue light most."},"finish_reason":"stop"}]}

data: [DONE]

`

/** Something to convert at once; empty where there is no example. */
export function exampleOf(what: 'request' | 'reply' | 'stream', style: string): string {
  if (what === 'stream') return style === 'chat-completions' ? stream : ''
  const examples: Readonly<Record<string, unknown>> = what === 'request' ? requests : replies
  const example = examples[style]
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}
