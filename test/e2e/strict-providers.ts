import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What one provider accepts, and its style. It refuses everything else, as the real one does. */
export interface StrictProvider {
  readonly name: string
  readonly kind: string
  /** Its settings in anywire.yaml beside name, kind and address. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The end of its base URL. */
  readonly base: string
  readonly model: string
  readonly answers: 'chat' | 'messages' | 'gemini' | 'cohere' | 'responses' | 'converse' | 'invoke'
  path(stream: boolean): string
  authorized(headers: IncomingHttpHeaders, body: Buffer): boolean
  /** The members that it accepts; absent: it ignores unknown ones. */
  readonly members?: readonly string[]
  /** Another fault of a body. */
  fault?(body: Body): string | undefined
}

export type Body = Readonly<Record<string, unknown>>

const bearer = (headers: IncomingHttpHeaders): boolean => headers.authorization === 'Bearer up-key'

const chatMembers =
  'model messages stream temperature top_p max_tokens stop tools tool_choice response_format presence_penalty frequency_penalty parallel_tool_calls reasoning_effort'.split(
    ' ',
  )
const mistralMembers = [...chatMembers, 'random_seed', 'n', 'prompt_cache_key', 'prediction', 'safe_prompt', 'prompt_mode', 'metadata']
const groqMembers = [
  ...chatMembers.filter((name) => name !== 'max_tokens'),
  ...'max_completion_tokens seed n stream_options user service_tier reasoning_format include_reasoning metadata safety_identifier'.split(
    ' ',
  ),
]
const cerebrasMembers = [
  ...chatMembers.filter((name) => name !== 'max_tokens'),
  ...'max_completion_tokens seed n stream_options user logprobs top_logprobs logit_bias safety_identifier'.split(' '),
]
const perplexityMembers = [...chatMembers.filter((name) => name !== 'parallel_tool_calls'), 'stream_options']
const ollamaMembers = [
  ...chatMembers.filter((name) => name !== 'tool_choice' && name !== 'parallel_tool_calls'),
  'seed',
  'stream_options',
  'logprobs',
  'top_logprobs',
]

function plain(kind: string, more: Partial<StrictProvider> = {}): StrictProvider {
  return {
    name: kind,
    kind,
    settings: { api_key: 'up-key' },
    base: '/v1',
    model: 'up-model',
    answers: 'chat',
    path: () => '/v1/chat/completions',
    authorized: bearer,
    ...more,
  }
}

function chat(kind: string, more: Partial<StrictProvider> = {}): StrictProvider {
  return { ...plain(kind, more), fault: firstOf(compatibleFault, more.fault) }
}

/** Compatible providers have neither the role developer nor free-text tools. */
function compatibleFault(body: Body): string | undefined {
  if (messagesOf(body).some((message) => message['role'] === 'developer')) return 'unknown role developer'
  if (listOf(body['tools']).some((tool) => tool['type'] !== 'function')) return 'tools must be functions'
  return undefined
}

function mistralFault(body: Body): string | undefined {
  const known = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'prefix'])
  for (const message of messagesOf(body)) {
    const unknown = Object.keys(message).find((name) => !known.has(name))
    if (unknown !== undefined) return `Extra inputs are not permitted: ${unknown}`
    const ids = [message['tool_call_id'], ...listOf(message['tool_calls']).map((call) => call['id'])].filter((id) => id !== undefined)
    const wrong = ids.find((id) => typeof id !== 'string' || !/^[a-zA-Z0-9]{9}$/.test(id))
    if (wrong !== undefined) return `Tool call id was ${JSON.stringify(wrong)} but must be a-z, A-Z, 0-9, with a length of 9.`
  }
  return body['tool_choice'] === 'required' ? 'tool_choice must be auto, none, any or a function' : undefined
}

function groqFault(body: Body): string | undefined {
  const unknown = messagesOf(body).flatMap((message) =>
    ['annotations', 'refusal', 'audio', 'reasoning_content'].filter((name) => name in message),
  )
  return unknown.length === 0 ? undefined : `property '${unknown[0] ?? ''}' is unsupported`
}

function firstOf(...faults: (((body: Body) => string | undefined) | undefined)[]): (body: Body) => string | undefined {
  return (body) => {
    for (const fault of faults) {
      const found = fault?.(body)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function messagesOf(body: Body): readonly Body[] {
  return listOf(body['messages'])
}

function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as Body[]) : []
}

const anthropicBody =
  'messages system max_tokens temperature top_p top_k stop_sequences stream tools tool_choice thinking output_config metadata'.split(' ')
const geminiBody = 'contents systemInstruction tools toolConfig generationConfig safetySettings labels cachedContent'.split(' ')
const vertexPlace = 'projects/p-1/locations/us-central1'
const awsKeys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret-access-key', region: 'us-east-1' }

/** Checks SigV4 as far as possible without the secret; the signature itself is tested beside the signer. */
function awsSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  return (
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/.test(
      headers.authorization ?? '',
    ) && headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex')
  )
}

function withVersion(version: string): (body: Body) => string | undefined {
  return (body) => (body['anthropic_version'] === version ? undefined : `anthropic_version must be ${version}`)
}

export const strictProviders: readonly StrictProvider[] = [
  {
    ...plain('openai'),
    fault: (body) => (listOf(body['messages']).length === 0 ? 'messages is empty' : undefined),
  },
  plain('openai', {
    name: 'openai-responses',
    settings: { api_key: 'up-key', chat_api: 'responses' },
    answers: 'responses',
    path: () => '/v1/responses',
  }),
  plain('azure-openai', {
    base: '',
    path: () => '/openai/v1/chat/completions',
    authorized: (headers) => headers['api-key'] === 'up-key' && headers.authorization === undefined,
  }),
  plain('azure-openai', {
    name: 'azure-deployments',
    settings: { api_key: 'up-key', api_version: '2024-10-21' },
    base: '',
    path: () => '/openai/deployments/up-model/chat/completions?api-version=2024-10-21',
    authorized: (headers) => headers['api-key'] === 'up-key',
  }),
  {
    ...plain('anthropic'),
    base: '',
    answers: 'messages',
    path: () => '/v1/messages',
    authorized: (headers) => headers['x-api-key'] === 'up-key' && /^\d{4}-\d\d-\d\d$/.test(String(headers['anthropic-version'])),
    members: ['model', 'service_tier', ...anthropicBody],
  },
  {
    ...plain('gemini'),
    base: '',
    answers: 'gemini',
    path: (stream) => `/v1beta/models/up-model:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    authorized: (headers) => headers['x-goog-api-key'] === 'up-key',
    members: geminiBody,
  },
  { ...plain('cohere'), base: '', answers: 'cohere', path: () => '/v2/chat' },
  {
    ...plain('vertex'),
    name: 'vertex-claude',
    settings: { api_key: 'up-key', project: 'p-1', location: 'us-central1' },
    base: '',
    model: 'claude-opus-4-6',
    answers: 'messages',
    path: (stream) => `/v1/${vertexPlace}/publishers/anthropic/models/claude-opus-4-6:${stream ? 'streamRawPredict' : 'rawPredict'}`,
    authorized: (headers) => bearer(headers) && headers['anthropic-version'] === undefined && headers['anthropic-beta'] === undefined,
    members: ['anthropic_version', 'anthropic_beta', ...anthropicBody],
    fault: withVersion('vertex-2023-10-16'),
  },
  {
    ...plain('vertex'),
    name: 'vertex-gemini',
    settings: { api_key: 'up-key', project: 'p-1', location: 'us-central1' },
    base: '',
    model: 'gemini-2.5-flash',
    answers: 'gemini',
    path: (stream) =>
      `/v1beta1/${vertexPlace}/publishers/google/models/gemini-2.5-flash:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    members: geminiBody,
  },
  chat('vertex', {
    name: 'vertex-open',
    settings: { api_key: 'up-key', project: 'p-1', location: 'us-central1' },
    base: '',
    model: 'meta/llama-3.3-70b-instruct-maas',
    path: () => `/v1/${vertexPlace}/endpoints/openapi/chat/completions`,
  }),
  {
    ...plain('bedrock'),
    settings: awsKeys,
    base: '',
    model: 'amazon.nova-lite-v1:0',
    answers: 'converse',
    path: (stream) => `/model/amazon.nova-lite-v1%3A0/${stream ? 'converse-stream' : 'converse'}`,
    authorized: awsSigned,
    members: 'messages system inferenceConfig toolConfig outputConfig additionalModelRequestFields requestMetadata serviceTier'.split(' '),
  },
  {
    ...plain('bedrock'),
    name: 'bedrock-claude',
    settings: awsKeys,
    base: '',
    model: 'us.anthropic.claude-opus-4-6-v1:0',
    answers: 'invoke',
    path: (stream) => `/model/us.anthropic.claude-opus-4-6-v1%3A0/${stream ? 'invoke-with-response-stream' : 'invoke'}`,
    authorized: (headers, body) =>
      awsSigned(headers, body) && headers['anthropic-version'] === undefined && headers.accept === 'application/json',
    members: ['anthropic_version', 'anthropic_beta', ...anthropicBody.filter((name) => name !== 'stream')],
    fault: withVersion('bedrock-2023-05-31'),
  },
  {
    ...plain('bedrock'),
    name: 'bedrock-key',
    settings: { api_key: 'up-key', chat: 'converse' },
    base: '',
    model: 'anthropic.claude-opus-4-6-v1:0',
    answers: 'converse',
    path: (stream) => `/model/anthropic.claude-opus-4-6-v1%3A0/${stream ? 'converse-stream' : 'converse'}`,
  },
  chat('mistral', { members: mistralMembers, fault: mistralFault }),
  chat('groq', { base: '/openai/v1', path: () => '/openai/v1/chat/completions', members: groqMembers, fault: groqFault }),
  chat('deepseek'),
  chat('xai'),
  plain('openrouter', { base: '/api/v1', path: () => '/api/v1/chat/completions' }),
  chat('together'),
  chat('fireworks', { base: '/inference/v1', path: () => '/inference/v1/chat/completions' }),
  chat('perplexity', { base: '', path: () => '/chat/completions', members: perplexityMembers }),
  chat('cerebras', { members: cerebrasMembers, fault: groqFault }),
  chat('ollama', { members: ollamaMembers }),
  chat('vllm'),
  chat('lm-studio'),
  chat('openai-compatible'),
]
