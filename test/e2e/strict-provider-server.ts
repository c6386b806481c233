import { EventStreamCodec } from '@smithy/eventstream-codec'
import type { ServerResponse } from 'node:http'
import { schemasOf } from '../contract/documents.js'
import type { UpstreamRequest } from './gateway.js'
import type { Body, StrictProvider } from './strict-providers.js'
import { goodStreams } from './upstream-streams.js'

const contracts = {
  chat: ['chat-completions', 'ChatCompletionRequest'],
  responses: ['responses', 'ResponsesCreateRequest'],
  messages: ['messages', 'MessagesRequest'],
  invoke: ['messages', 'MessagesRequest'],
  gemini: ['generate-content', 'GeminiGenerateContentRequest'],
  cohere: ['cohere-chat', 'CohereChatRequest'],
  converse: ['bedrock-converse', 'ConverseRequest'],
} as const

/** Answers as this provider does: with the fault of the request, or with a small good answer. Returns the fault. */
export function answerStrictly(provider: StrictProvider, call: UpstreamRequest, response: ServerResponse): string | undefined {
  const fault = faultOf(provider, call)
  if (fault !== undefined) {
    response.writeHead(fault === 'unauthorized' ? 401 : 400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ message: fault, error: { message: fault, type: 'invalid_request_error', code: 400, status: 'INVALID_ARGUMENT' } }),
    )
    return fault
  }
  const { request, body } = call
  const streamed = /stream/i.test(request.url ?? '') || bodyOf(body)['stream'] === true
  if (!streamed) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(plainReply(provider.answers)))
  else if (provider.answers === 'converse' || provider.answers === 'invoke')
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' }).end(awsStream(provider.answers))
  else {
    const kinds = { chat: 'openai', messages: 'anthropic', gemini: 'gemini', cohere: 'cohere', responses: 'responses' } as const
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(goodStreams[kinds[provider.answers]].join(''))
  }
  return undefined
}

function faultOf(provider: StrictProvider, { request, body }: UpstreamRequest): string | undefined {
  const wire = bodyOf(body)
  const streamed = /stream/i.test(request.url ?? '') || wire['stream'] === true
  const wanted = `/${provider.name}${provider.path(streamed)}`
  if (request.url !== wanted) return `no such path: ${String(request.url)}, only ${wanted}`
  if (!provider.authorized(request.headers, body)) return 'unauthorized'
  const unknown = Object.keys(wire).find((name) => provider.members?.includes(name) === false)
  if (unknown !== undefined) return `unknown member ${unknown}`
  const [document, component] = contracts[provider.answers]
  // The contract of the style requires the model, also where it is in the path.
  const whole = component === 'MessagesRequest' && provider.members?.includes('model') === false ? { model: 'in the path', ...wire } : wire
  const problem = schemasOf(document).component(component)(forContract(provider, whole))
  if (problem !== undefined) return problem.message
  return provider.fault?.(wire)
}

/** Mistral's own values are not in OpenAI's contract. */
function forContract({ kind }: StrictProvider, wire: Body): Body {
  return kind === 'mistral' && wire['tool_choice'] === 'any' ? { ...wire, tool_choice: 'required' } : wire
}

function bodyOf(body: Buffer): Body {
  return JSON.parse(body.toString('utf8')) as Body
}

const text = 'Grüße, 你好 🙂.'

function plainReply(answers: StrictProvider['answers']): object {
  switch (answers) {
    case 'chat':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'up-model',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
      }
    case 'messages':
    case 'invoke':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'up-model',
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 7 },
      }
    case 'gemini':
      return {
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
        modelVersion: 'up-model',
        responseId: 'r-1',
      }
    case 'cohere':
      return {
        id: 'c-1',
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text }] },
        usage: { tokens: { input_tokens: 5, output_tokens: 7 } },
      }
    case 'converse':
      return {
        output: { message: { role: 'assistant', content: [{ text }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
        metrics: { latencyMs: 1 },
      }
    case 'responses': {
      const completed = goodStreams.responses.at(-1) ?? ''
      const { response } = JSON.parse(completed.slice(completed.indexOf('data: ') + 6)) as { response: { output: object[] } }
      return { ...response, output: response.output.slice(0, 1) }
    }
  }
}

const codec = new EventStreamCodec(
  (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString(),
  (words) => Buffer.from(words),
)

/** One AWS event stream message. */
export function awsMessage(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const typed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }]))
  return Buffer.from(codec.encode({ headers: typed, body: Buffer.from(JSON.stringify(payload)) }))
}

const awsEvent = (name: string, payload: object): Buffer =>
  awsMessage({ ':message-type': 'event', ':event-type': name, ':content-type': 'application/json' }, payload)

/** The same answer as in the other styles, as AWS event stream messages. */
export function awsStream(answers: 'converse' | 'invoke'): Buffer {
  if (answers === 'invoke')
    return Buffer.concat(
      goodStreams.anthropic.map((frame) =>
        awsEvent('chunk', { bytes: Buffer.from(frame.slice(frame.indexOf('data: ') + 6).trim()).toString('base64'), p: 'abc' }),
      ),
    )
  const delta = (contentBlockIndex: number, value: object): Buffer =>
    awsEvent('contentBlockDelta', { contentBlockIndex, delta: value, p: 'abcdef' })
  return Buffer.concat([
    awsEvent('messageStart', { role: 'assistant' }),
    delta(0, { text: 'Grüße, 你好' }),
    delta(0, { text: ' 🙂.' }),
    awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
    awsEvent('contentBlockStart', { contentBlockIndex: 1, start: { toolUse: { toolUseId: 't1', name: 'look' } } }),
    delta(1, { toolUse: { input: '{"ort":' } }),
    delta(1, { toolUse: { input: '"京都"}' } }),
    awsEvent('contentBlockStop', { contentBlockIndex: 1 }),
    awsEvent('messageStop', { stopReason: 'tool_use' }),
    awsEvent('metadata', { usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 }, metrics: { latencyMs: 1 } }),
  ])
}
