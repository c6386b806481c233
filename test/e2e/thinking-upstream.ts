// Providers that think before they call a tool, each in its own style, plain and streamed, with the requests that each refuses.
import type { SchemaSet } from '../../src/contract/schema/index.js'
import { schemasOf } from '../contract/documents.js'
import type { Kind } from './gateway.js'

type Wire = Readonly<Record<string, unknown>>

export interface Thought {
  readonly text: string
  /** The proof of its reasoning; `''` where it has none. */
  readonly proof: string
  readonly callId: string
  readonly city: string
}

/** Kinds whose reasoning has proofs. */
export const proving: readonly Kind[] = ['openai', 'responses', 'anthropic', 'gemini']

const name = 'weather'

export function plainReply(kind: Kind, { text, proof, callId, city }: Thought): Wire {
  const json = JSON.stringify({ city })
  switch (kind) {
    case 'openai':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'up-model',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: null,
              reasoning_content: text,
              reasoning_details: [{ type: 'reasoning.encrypted', data: proof, format: 'unknown', index: 0 }],
              tool_calls: [{ id: callId, type: 'function', function: { name, arguments: json } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
        usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
      }
    case 'responses':
      return responseOf('completed', responsesItems({ text, proof, callId, city }))
    case 'anthropic':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'up-model',
        content: [
          { type: 'thinking', thinking: text, signature: proof },
          { type: 'tool_use', id: callId, name, input: { city } },
        ],
        stop_reason: 'tool_use',
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 7 },
      }
    case 'gemini':
      return {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                { text, thought: true },
                { functionCall: { id: callId, name, args: { city } }, thoughtSignature: proof },
              ],
            },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
        modelVersion: 'up-model',
        responseId: 'r-1',
      }
    case 'cohere':
      return {
        id: 'c-1',
        finish_reason: 'TOOL_CALL',
        message: {
          role: 'assistant',
          tool_plan: text,
          tool_calls: [{ id: callId, type: 'function', function: { name, arguments: json } }],
        },
        usage: { tokens: { input_tokens: 5, output_tokens: 7 } },
      }
  }
}

export function streamedReply(kind: Kind, thought: Thought): string {
  const { text, proof, callId, city } = thought
  const json = JSON.stringify({ city })
  switch (kind) {
    case 'openai':
      return [
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: text }),
        chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: proof, format: 'unknown', index: 0 }] }),
        chunk({ tool_calls: [{ index: 0, id: callId, type: 'function', function: { name, arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: json } }] }),
        chunk({}, 'tool_calls'),
        'data: [DONE]\n\n',
      ].join('')
    case 'responses': {
      const [reasoning, call] = responsesItems(thought)
      return [
        event({ type: 'response.created', response: responseOf('in_progress', []) }),
        event({ type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [], encrypted_content: '' } }),
        event({
          type: 'response.reasoning_summary_part.added',
          item_id: reasoning['id'],
          output_index: 0,
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        }),
        event({ type: 'response.reasoning_summary_text.delta', item_id: reasoning['id'], output_index: 0, summary_index: 0, delta: text }),
        event({ type: 'response.reasoning_summary_text.done', item_id: reasoning['id'], output_index: 0, summary_index: 0, text }),
        event({
          type: 'response.reasoning_summary_part.done',
          item_id: reasoning['id'],
          output_index: 0,
          summary_index: 0,
          part: { type: 'summary_text', text },
        }),
        event({ type: 'response.output_item.done', output_index: 0, item: reasoning }),
        event({ type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '', status: 'in_progress' } }),
        event({ type: 'response.function_call_arguments.delta', item_id: call['id'], output_index: 1, delta: json }),
        event({ type: 'response.function_call_arguments.done', item_id: call['id'], output_index: 1, arguments: json }),
        event({ type: 'response.output_item.done', output_index: 1, item: call }),
        event({ type: 'response.completed', response: responseOf('completed', [reasoning, call]) }),
      ]
        .map((frame, index) => frame.replace('"type":', `"sequence_number":${index},"type":`))
        .join('')
    }
    case 'anthropic':
      return [
        event({
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'up-model',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 5, output_tokens: 1 },
          },
        }),
        event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: text } }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: proof } }),
        event({ type: 'content_block_stop', index: 0 }),
        event({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: callId, name, input: {} } }),
        event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: json } }),
        event({ type: 'content_block_stop', index: 1 }),
        event({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 7 } }),
        event({ type: 'message_stop' }),
      ].join('')
    case 'gemini':
      return `data: ${JSON.stringify(plainReply('gemini', thought))}\n\n`
    case 'cohere':
      return [
        event({
          type: 'message-start',
          id: 'c-1',
          delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
        }),
        event({ type: 'tool-plan-delta', delta: { message: { tool_plan: text } } }),
        event({
          type: 'tool-call-start',
          index: 0,
          delta: { message: { tool_calls: { id: callId, type: 'function', function: { name, arguments: '' } } } },
        }),
        event({ type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: json } } } } }),
        event({ type: 'tool-call-end', index: 0 }),
        event({ type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: { tokens: { input_tokens: 5, output_tokens: 7 } } } }),
      ].join('')
  }
}

function responsesItems({ text, proof, callId, city }: Thought): [Wire, Wire] {
  return [
    { type: 'reasoning', id: `rs_${callId}`, summary: [{ type: 'summary_text', text }], encrypted_content: proof },
    { type: 'function_call', id: `fc_${callId}`, call_id: callId, name, arguments: JSON.stringify({ city }), status: 'completed' },
  ]
}

function responseOf(status: string, output: readonly Wire[]): Wire {
  return {
    id: 'resp_up',
    object: 'response',
    created_at: 1,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'up-model',
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: 5,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 12,
    },
  }
}

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'up-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

function event(data: { readonly type: string } & Wire): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

const documents: Readonly<Record<Kind, readonly [Parameters<typeof schemasOf>[0], string]>> = {
  openai: ['chat-completions', 'ChatCompletionRequest'],
  responses: ['responses', 'ResponsesCreateRequest'],
  anthropic: ['messages', 'MessagesRequest'],
  gemini: ['generate-content', 'GeminiGenerateContentRequest'],
  cohere: ['cohere-chat', 'CohereChatRequest'],
}

/** Why this provider would answer 400; `undefined` where it accepts the request. `own`: its own proofs. */
export function refusal(kind: Kind, body: string, own: readonly string[], foreign: readonly string[]): string | undefined {
  const wire = JSON.parse(body) as Wire
  const [document, schema] = documents[kind]
  const set: SchemaSet = schemasOf(document)
  const problem = set.component(schema)(wire)
  if (problem !== undefined) return `${problem.pointer} ${problem.message}`
  if (body.includes('WyJhbnl3aXJl')) return 'a sealed proof'
  const stranger = foreign.find((proof) => proof !== '' && body.includes(proof))
  if (stranger !== undefined) return `the proof ${stranger} of another provider`
  if (kind === 'anthropic') return anthropicRefusal(wire, own)
  return kind === 'responses' ? responsesRefusal(wire, own) : undefined
}

/** Thinking must have its own proof, and come before the last tool calls where a budget is set. */
function anthropicRefusal(wire: Wire, own: readonly string[]): string | undefined {
  const turns = wire['messages'] as readonly { readonly role: string; readonly content: unknown }[]
  const blocksOf = (content: unknown) => (Array.isArray(content) ? (content as Wire[]) : [])
  for (const turn of turns) {
    if (Array.isArray(turn.content) && turn.content.length === 0) return 'a turn without content'
    for (const block of blocksOf(turn.content))
      if (block['type'] === 'thinking' && !own.includes(String(block['signature']))) return 'an invalid signature in a thinking block'
  }
  const last = blocksOf(turns.findLast(({ role }) => role === 'assistant')?.content)
  const { thinking } = wire as { readonly thinking?: { readonly type: string } }
  const first = last[0]?.['type']
  if (thinking?.type === 'enabled' && last.some(({ type }) => type === 'tool_use') && first !== 'thinking' && first !== 'redacted_thinking')
    return 'expected thinking before tool_use'
  return undefined
}

/** Reasoning that is not stored must have its proof. */
function responsesRefusal(wire: Wire, own: readonly string[]): string | undefined {
  for (const item of Array.isArray(wire['input']) ? (wire['input'] as Wire[]) : [])
    if (item['type'] === 'reasoning' && !own.includes(String(item['encrypted_content']))) return `item ${String(item['id'])} not found`
  return undefined
}
