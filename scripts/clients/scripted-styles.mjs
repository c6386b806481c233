// What the scripted server answers in each style: `Grüße 👋`, in two pieces.
import { responseObject } from './response-object.mjs'

const pieces = ['Grü', 'ße 👋']
const text = pieces.join('')

export function styleOf(path) {
  if (path.startsWith('/v1/messages')) return 'messages'
  if (path.startsWith('/v1/responses')) return 'responses'
  if (path.startsWith('/v1/completions')) return 'completions'
  return path.startsWith('/v1beta/') ? 'content' : 'chat'
}

const chunk = (delta, reason = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1795000000,
  model: 'up',
  choices: [{ index: 0, delta, finish_reason: reason }],
})
const completion = (piece, reason = null) => ({
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1795000000,
  model: 'up',
  choices: [{ index: 0, text: piece, finish_reason: reason, logprobs: null }],
})
const message = (content) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'up',
  content,
  stop_reason: content.length > 0 ? 'end_turn' : null,
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 2 },
})
const response = (status, output) =>
  responseObject(status, output, { error: status === 'failed' ? { code: 'server_error', message: 'It broke.' } : null })
const outputText = {
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
}
const candidate = (piece, reason) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: piece }] }, ...(reason ? { finishReason: reason } : {}) }],
  modelVersion: 'up',
})

export function reply(style) {
  if (style === 'messages') return message([{ type: 'text', text }])
  if (style === 'responses') return response('completed', [outputText])
  if (style === 'content') return candidate(text, 'STOP')
  if (style === 'completions') return completion(text, 'stop')
  const { choices: _, ...rest } = chunk({})
  const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop', logprobs: null }
  return { ...rest, object: 'chat.completion', choices: [choice] }
}

/** The frames of a whole stream; the first two carry no end. */
export function frames(style) {
  return events(style).map(frame)
}

function events(style) {
  const textDelta = (piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })
  const outputDelta = (piece, number) => ({
    type: 'response.output_text.delta',
    sequence_number: number,
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: piece,
    logprobs: [],
  })
  switch (style) {
    case 'messages':
      return [
        { type: 'message_start', message: message([]) },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        ...pieces.map(textDelta),
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
        { type: 'message_stop' },
      ]
    case 'responses':
      return [
        { type: 'response.created', sequence_number: 0, response: response('in_progress', []) },
        ...pieces.map((piece, index) => outputDelta(piece, index + 1)),
        { type: 'response.completed', sequence_number: 3, response: response('completed', [outputText]) },
      ]
    case 'content':
      return [candidate(pieces[0]), candidate(pieces[1]), candidate('', 'STOP')]
    case 'completions':
      return [...pieces.map((piece) => completion(piece)), completion('', 'stop'), '[DONE]']
    default:
      return [chunk({ role: 'assistant', content: pieces[0] }), chunk({ content: pieces[1] }), chunk({}, 'stop'), '[DONE]']
  }
}

export function errorReply(style, status, code) {
  const said = `Scripted: ${code}.`
  if (style === 'messages') return { type: 'error', error: { type: code, message: said }, request_id: 'req_scripted' }
  if (style === 'content') return { error: { code: status, message: said, status: code } }
  return { error: { message: said, type: code, code, param: null } }
}

/** The event with which a stream of this style says that it failed. */
export function errorEvent(style) {
  if (style === 'responses') return frame({ type: 'response.failed', sequence_number: 2, response: response('failed', []) })
  return frame(errorReply(style, 502, 'server_error'))
}

function frame(data) {
  const name = typeof data === 'object' && 'type' in data ? `event: ${data.type}\n` : ''
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
