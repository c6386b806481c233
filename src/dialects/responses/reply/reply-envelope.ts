import type { ResponsesResponse } from '../../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { responsesServiceTiers } from '../../openai-service-tiers.js'
import { isObject, objectsOf, type JsonObject } from '../../../json/object.js'

/** What is known of a response at its start. */
export interface ReplyHead {
  readonly id: string
  readonly model: string
  readonly createdAt: number
  readonly serviceTier?: string | undefined
}

/**
 * A response without output, with all members that OpenAI's libraries and the Open Responses specification require. Settings are the
 * request's, or their defaults.
 */
export function envelope(head: ReplyHead, wireRequest: JsonObject): ResponsesResponse {
  const reasoning = isObject(wireRequest['reasoning']) ? wireRequest['reasoning'] : {}
  const text = isObject(wireRequest['text']) ? wireRequest['text'] : {}
  // The contract's validator has checked these members in the request.
  const checked = (value: unknown): never => value as never
  const echo = (name: string, otherwise: unknown): never => checked(wireRequest[name] ?? otherwise)
  return {
    id: head.id,
    object: 'response',
    created_at: head.createdAt,
    completed_at: null,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: echo('instructions', null),
    max_output_tokens: echo('max_output_tokens', null),
    max_tool_calls: echo('max_tool_calls', null),
    model: head.model,
    output: [],
    parallel_tool_calls: echo('parallel_tool_calls', true),
    presence_penalty: 0,
    frequency_penalty: 0,
    previous_response_id: echo('previous_response_id', null),
    prompt_cache_key: echo('prompt_cache_key', null),
    reasoning: checked({ ...reasoning, effort: reasoning['effort'] ?? null, summary: reasoning['summary'] ?? null }),
    safety_identifier: echo('safety_identifier', null),
    service_tier: head.serviceTier !== undefined && responsesServiceTiers.has(head.serviceTier) ? head.serviceTier : 'default',
    store: echo('store', true),
    temperature: echo('temperature', 1),
    text: checked({ ...text, format: text['format'] ?? { type: 'text' } }),
    tool_choice: echo('tool_choice', 'auto'),
    tools: checked(objectsOf(wireRequest['tools']).map(echoTool)),
    top_logprobs: echo('top_logprobs', 0),
    top_p: echo('top_p', 1),
    truncation: echo('truncation', 'disabled'),
    usage: null,
    user: echo('user', null),
    metadata: echo('metadata', {}),
    ...conversationIn(wireRequest),
  }
}

function conversationIn({ conversation }: JsonObject): Pick<ResponsesResponse, 'conversation'> {
  const id = isObject(conversation) ? conversation['id'] : conversation
  return typeof id === 'string' ? { conversation: { id } } : {}
}

/** A tool as responses repeat it: without the nested `function`, and with the members that are required in replies. */
function echoTool(tool: JsonObject): JsonObject {
  if (tool['type'] !== 'function') return tool
  const nested = tool['function']
  const { function: _nested, ...flat } = tool
  const own = isObject(nested) ? { ...flat, ...nested } : flat
  return { ...own, description: own['description'] ?? null, parameters: own['parameters'] ?? null, strict: own['strict'] ?? null }
}

export function replyHead(
  reply: { readonly model: string; readonly createdAt?: number; readonly serviceTier?: string },
  context: ReplyContext,
): ReplyHead {
  return {
    id: context.replyId ?? context.newId('resp_'),
    model: reply.model === '' ? context.request.model : reply.model,
    createdAt: reply.createdAt ?? context.now,
    serviceTier: reply.serviceTier,
  }
}
