// The providers in the tests of clients: the answers of each style on one loopback port, with a pause between events.
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import busboy from 'busboy'
import { serve } from './loopback.mjs'
import { responseObject } from './response-object.mjs'

/** Milliseconds. */
const pauseBetweenEvents = 20

export function startUpstream() {
  return serve((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error), type: 'test_upstream' } }))
    })
  })
}

async function answer(request, response) {
  const path = request.url.split('?')[0]
  const form = request.headers['content-type']?.startsWith('multipart/') ? await readForm(request) : undefined
  const body = form === undefined ? JSON.parse((await buffer(request)).toString() || '{}') : undefined
  const plain = (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const stream = (frames) => sendFrames(response, frames)

  if (path === '/openai/v1/chat/completions') return body.stream ? stream(chatFrames) : plain(chatReply)
  if (path === '/openai/v1/responses')
    return body.stream ? stream(responseFrames) : plain(responseReply('completed', [responseText('Hello')]))
  if (path === '/anthropic/v1/messages') return body.stream ? stream(messageFrames) : plain(messageReply(body))
  if (path.endsWith(':streamGenerateContent')) return stream(contentFrames)
  if (path.endsWith(':generateContent')) return plain(contentReply('Hello', 'STOP'))
  if (path === '/openai/v1/embeddings') return plain(embeddings(body))
  if (path === '/cohere/v2/rerank') return plain(ranking(body))
  if (path === '/openai/v1/audio/transcriptions')
    return plain({ text: `${form.fields.model} heard ${form.file.name}, ${form.file.bytes.length} bytes` })
  if (path === '/openai/v1/images/edits') return plain({ created: 1795000000, data: [{ b64_json: form.file.bytes.toString('base64') }] })
  if (path === '/openai/v1/audio/speech')
    return response
      .writeHead(200, { 'content-type': 'audio/mpeg' })
      .end(Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)))
  response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: `nothing at ${path}` } }))
}

// Every plain reply has a member that is not in the contract and, where the style has kinds of items, an item of an unknown kind.
const chatReply = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1795000000,
  model: 'up',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello', refusal: null }, logprobs: null, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  brand_new: { since: 'yesterday' },
}
const chatChunk = (delta, finish = null) => ({
  data: {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1795000000,
    model: 'up',
    choices: [{ index: 0, delta, finish_reason: finish }],
  },
})
const chatFrames = [
  chatChunk({ role: 'assistant', content: 'Hel' }),
  chatChunk({ content: 'lo' }),
  chatChunk({}, 'stop'),
  { data: '[DONE]' },
]

const message = (content, stop) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'up',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 2 },
  brand_new: true,
})
function messageReply({ tools, messages }) {
  const answered = Array.isArray(messages.at(-1).content) && messages.at(-1).content.find((block) => block.type === 'tool_result')
  if (answered) return message([{ type: 'text', text: `The tool said ${JSON.stringify(answered.content)}` }], 'end_turn')
  if (tools?.length > 0)
    return message(
      [
        { type: 'text', text: 'Let me look.' },
        { type: 'hunch', strength: 3 },
        { type: 'tool_use', id: 'toolu_1', name: tools[0].name, input: { city: 'Paris' } },
      ],
      'tool_use',
    )
  return message([{ type: 'text', text: 'Hello' }], 'end_turn')
}
const named = (data) => ({ event: data.type, data })
const messageFrames = [
  named({ type: 'message_start', message: { ...message([], null), usage: { input_tokens: 5, output_tokens: 0 } } }),
  named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
  named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } }),
  named({ type: 'content_block_stop', index: 0 }),
  named({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } }),
  named({ type: 'message_stop' }),
]

const responseText = (text) => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
})
const responseUsage = {
  input_tokens: 5,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 2,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 7,
}
const responseReply = (status, output) =>
  responseObject(status, output, { usage: status === 'completed' ? responseUsage : null, brand_new: [1] })
const part = { type: 'output_text', text: '', annotations: [], logprobs: [] }
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const responseFrames = [
  { type: 'response.created', response: responseReply('in_progress', []) },
  { type: 'response.output_item.added', output_index: 0, item: { ...responseText(''), status: 'in_progress', content: [] } },
  { type: 'response.content_part.added', ...place, part },
  { type: 'response.output_text.delta', ...place, delta: 'Hel', logprobs: [] },
  { type: 'response.output_text.delta', ...place, delta: 'lo', logprobs: [] },
  { type: 'response.output_text.done', ...place, text: 'Hello', logprobs: [] },
  { type: 'response.content_part.done', ...place, part: { ...part, text: 'Hello' } },
  { type: 'response.output_item.done', output_index: 0, item: responseText('Hello') },
  { type: 'response.completed', response: responseReply('completed', [responseText('Hello')]) },
].map((event, index) => named({ ...event, sequence_number: index }))

const contentReply = (text, reason) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...(reason === undefined ? {} : { finishReason: reason }) }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
  modelVersion: 'up',
  responseId: 'r1',
  brandNew: 1,
})
const contentFrames = [{ data: contentReply('Hel') }, { data: contentReply('lo', 'STOP') }]

const embeddings = ({ input }) => ({
  object: 'list',
  model: 'up',
  data: [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: [0.5, -0.25, index] })),
  usage: { prompt_tokens: 4, total_tokens: 4 },
})
const ranking = ({ documents }) => ({
  id: 'rank-1',
  results: documents.map((_, index) => ({ index, relevance_score: (index + 1) / 10 })).reverse(),
  meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
})

async function sendFrames(response, frames) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data } of frames) {
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
    await pause(pauseBetweenEvents)
  }
  response.end()
}

/** The fields of a form, and its last file. */
async function readForm(request) {
  const form = { fields: {}, file: undefined }
  const parser = busboy({ headers: request.headers })
  const files = []
  parser.on('field', (name, value) => (form.fields[name] = value))
  parser.on('file', (_name, stream, { filename }) => files.push(buffer(stream).then((bytes) => (form.file = { name: filename, bytes }))))
  await new Promise((resolve, reject) => request.pipe(parser).on('close', resolve).on('error', reject))
  await Promise.all(files)
  return form
}
