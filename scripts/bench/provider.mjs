// A provider of the bench: answers every chat request at once, in the style of its path. `node provider.mjs` prints its address.
import { setImmediate } from 'node:timers'
import { createServer } from 'node:http'

const text = 'The model of the bench has this answer. '.repeat(15)
const chatUsage = { prompt_tokens: 150, completion_tokens: 150, total_tokens: 300 }
const responsesUsage = { input_tokens: 150, output_tokens: 150, total_tokens: 300 }

const chat = {
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1,
  model: 'bench-model',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, logprobs: null, finish_reason: 'stop' }],
  usage: chatUsage,
}
const messages = {
  id: 'msg_bench',
  type: 'message',
  role: 'assistant',
  model: 'bench-model',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 150, output_tokens: 150 },
}
const responses = {
  id: 'resp_bench',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'bench-model',
  output: [
    { type: 'message', id: 'msg_bench', status: 'completed', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
  ],
  usage: responsesUsage,
}
const chunk = (choices, usage = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench-model', choices, usage })}\n\n`
const deltas = Array.from({ length: 100 }, (_, index) => chunk([{ index: 0, delta: { content: `word ${index} ` }, finish_reason: null }]))
const streamEnd = chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]) + chunk([], chatUsage) + 'data: [DONE]\n\n'

const replies = new Map(
  Object.entries({ '/v1/chat/completions': chat, '/v1/messages': messages, '/v1/responses': responses }).map(([path, reply]) => [
    path,
    Buffer.from(JSON.stringify(reply)),
  ]),
)

const server = createServer((request, response) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    const reply = replies.get(request.url?.split('?')[0] ?? '')
    if (reply === undefined) return response.writeHead(404).end()
    if (isStreamed(pieces)) return stream(response)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply)
  })
})

/** Small chat requests name `stream` near their beginning; agents' requests are answered whole. */
function isStreamed([first]) {
  return first !== undefined && first.length < 4096 && first.includes('"stream":true')
}

/** 100 events, ten with each turn of the event loop, as they come from a provider whose model is fast. */
function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let next = 0
  const write = () => {
    for (let count = 0; count < 10; count++) response.write(deltas[next++])
    if (next < deltas.length) setImmediate(write)
    else response.end(streamEnd)
  }
  write()
}

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
