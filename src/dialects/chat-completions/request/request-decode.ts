import type { ChatCompletionRequest } from '../../../../generated/chat-completions/model/index.js'
import type { DecodeRequestContext } from '../../../exchange/context.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import { pointer } from '../../../json/pointer.js'
import {
  reasoningEfforts,
  type ConversationRequest,
  type OutputFormat,
  type ReasoningSettings,
  type Settings,
} from '../../../exchange/request.js'
import { knownValue } from '../../../exchange/known-value.js'
import type { WireObject } from '../../dialect.js'
import { defined, isObject, textOf } from '../../../json/object.js'
import { decodeMessages } from './message-decode.js'
import { decodeToolChoice, decodeTools } from './tools-decode.js'

const known = new Set([
  ...['model', 'messages', 'stream', 'stream_options', 'max_completion_tokens', 'max_tokens', 'temperature', 'top_p', 'top_k'],
  ...['frequency_penalty', 'presence_penalty', 'n', 'seed', 'stop', 'logit_bias', 'logprobs', 'top_logprobs', 'response_format'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call', 'reasoning_effort', 'reasoning', 'thinking'],
  ...[
    'verbosity',
    'modalities',
    'audio',
    'web_search_options',
    'service_tier',
    'store',
    'metadata',
    'user',
    'usage',
    'safety_identifier',
    'prompt_cache_key',
  ],
])
const knownOfStreamOptions = new Set(['include_usage'])
const knownOfUsage = new Set(['include'])
const knownOfReasoning = new Set(['effort', 'max_tokens', 'enabled', 'exclude'])
const knownOfThinking = new Set(['type', 'budget_tokens'])
const knownOfAudio = new Set(['voice', 'format'])
const knownOfFormat = new Set(['type'])
const knownOfSchemaFormat = new Set(['type', 'json_schema'])
const knownOfSchema = new Set(['name', 'description', 'schema', 'strict'])

/** Decodes the body of `POST /v1/chat/completions`. */
export function decodeRequest(wire: WireObject, context: DecodeRequestContext): ConversationRequest {
  // The contract's validator has checked the body against ChatCompletionRequest.
  const request = wire as unknown as ChatCompletionRequest
  const { ledger } = context
  dropUnknown(request, known, '', ledger)
  return defined<ConversationRequest>({
    dialect: 'chat-completions',
    model: context.model ?? request.model,
    stream: context.stream ?? request.stream === true,
    turns: decodeMessages(request.messages, ledger),
    turnsAt: '/messages',
    tools: decodeTools(request, ledger),
    toolChoice: decodeToolChoice(request, ledger),
    parallelToolCalls: located(request.parallel_tool_calls, '/parallel_tool_calls'),
    output: decodeOutput(request, ledger),
    reasoning: decodeReasoning(request, ledger),
    settings: decodeSettings(request, ledger),
  })
}

function decodeSettings(request: ChatCompletionRequest, ledger: LossLedger): Settings {
  if (isObject(request.stream_options)) dropUnknown(request.stream_options, knownOfStreamOptions, '/stream_options', ledger)
  if (isObject(request.usage)) {
    dropUnknown(request.usage, knownOfUsage, '/usage', ledger)
    if (typeof request.usage.include === 'boolean') ledger.move('/usage/include', 'handled by the gateway')
  }
  if (isObject(request.audio)) dropUnknown(request.audio, knownOfAudio, '/audio', ledger)
  if (request.logprobs === false) ledger.move('/logprobs', 'not needed: it is the default')
  return defined<Settings>({
    maxOutputTokens: outputLimit(request, ledger),
    temperature: located(request.temperature, '/temperature'),
    topP: located(request.top_p, '/top_p'),
    topK: located(request.top_k, '/top_k'),
    stopSequences: stopSequences(request.stop),
    seed: located(request.seed, '/seed'),
    presencePenalty: located(request.presence_penalty, '/presence_penalty'),
    frequencyPenalty: located(request.frequency_penalty, '/frequency_penalty'),
    logitBias: located(request.logit_bias, '/logit_bias'),
    choiceCount: located(request.n, '/n'),
    logprobs: located(request.logprobs === true ? true : undefined, '/logprobs'),
    topLogprobs: located(request.top_logprobs, '/top_logprobs'),
    user: userOf(request, ledger),
    metadata: located(request.metadata, '/metadata'),
    serviceTier: located(request.service_tier, '/service_tier'),
    verbosity: located(request.verbosity, '/verbosity'),
    promptCacheKey: located(request.prompt_cache_key, '/prompt_cache_key'),
    store: located(request.store, '/store'),
    modalities: located(request.modalities, '/modalities'),
    audio: located(request.audio, '/audio'),
    streamUsage: located(request.stream_options?.include_usage, '/stream_options/include_usage'),
  })
}

function outputLimit(request: ChatCompletionRequest, ledger: LossLedger): Located<number> | undefined {
  const current = located(request.max_completion_tokens, '/max_completion_tokens')
  const deprecated = located(request.max_tokens, '/max_tokens')
  if (deprecated?.value === 0) throw refuse('/max_tokens', '/max_tokens must be at least 1.', 'invalid_value')
  if (current !== undefined) {
    if (deprecated !== undefined && deprecated.value !== current.value) ledger.drop('/max_tokens', 'replaced by max_completion_tokens')
    else if (deprecated !== undefined) ledger.move('/max_tokens', 'not needed: the same as max_completion_tokens')
    return current
  }
  if (deprecated === undefined || deprecated.value > 0) return deprecated
  ledger.move('/max_tokens', 'not needed: it means no limit')
  return undefined
}

function stopSequences(stop: ChatCompletionRequest['stop']): Located<readonly string[]> | undefined {
  const list = typeof stop === 'string' ? [stop] : (stop ?? [])
  return list.length === 0 ? undefined : { value: list, at: '/stop' }
}

function userOf(request: ChatCompletionRequest, ledger: LossLedger): Located<string> | undefined {
  const identifier = located(request.safety_identifier, '/safety_identifier')
  const user = located(request.user, '/user')
  if (identifier === undefined) return user
  if (user !== undefined) ledger.drop('/user', 'replaced by safety_identifier')
  return identifier
}

function decodeOutput(request: ChatCompletionRequest, ledger: LossLedger): Located<OutputFormat> | undefined {
  const format = request.response_format
  if (format === null || format === undefined) return undefined
  const at = '/response_format'
  dropUnknown(format, format.type === 'json_schema' ? knownOfSchemaFormat : knownOfFormat, at, ledger)
  switch (format.type) {
    case 'text':
      return { value: { type: 'text' }, at }
    case 'json_object':
      return { value: { type: 'json' }, at }
    case 'json_schema': {
      const { name, description, schema, strict } = format.json_schema
      dropUnknown(format.json_schema, knownOfSchema, '/response_format/json_schema', ledger)
      const value = defined<Extract<OutputFormat, { type: 'json-schema' }>>({
        type: 'json-schema',
        schema: isObject(schema) ? schema : {},
        name: textOf(name),
        description: textOf(description),
        strict: typeof strict === 'boolean' ? strict : undefined,
      })
      return { value, at }
    }
    default:
      // A format of one provider, such as a grammar: without it the client could not read the answer.
      throw refuse('/response_format/type', '/response_format/type is not supported by the provider of this model.', 'unsupported_value')
  }
}

/** Decodes OpenAI's `reasoning_effort`, OpenRouter's `reasoning` and DeepSeek's `thinking`; of several, the first one counts. */
function decodeReasoning(request: ChatCompletionRequest, ledger: LossLedger): ReasoningSettings | undefined {
  const { reasoning, thinking } = request
  if (reasoning !== null && reasoning !== undefined) dropUnknown(reasoning, knownOfReasoning, '/reasoning', ledger)
  if (thinking !== null && thinking !== undefined) dropUnknown(thinking, knownOfThinking, '/thinking', ledger)
  const efforts = [
    knownValue(request.reasoning_effort, '/reasoning_effort', reasoningEfforts, ledger),
    knownValue(reasoning?.effort, '/reasoning/effort', reasoningEfforts, ledger),
  ]
  const budgets = [located(reasoning?.max_tokens, '/reasoning/max_tokens'), located(thinking?.budget_tokens, '/thinking/budget_tokens')]
  const enabled = located(reasoning?.enabled, '/reasoning/enabled')
  const modes = [modeOf(thinking?.type, ledger), enabled === undefined ? undefined : switchOf(enabled)]
  const exclude = located(reasoning?.exclude, '/reasoning/exclude')
  if (exclude?.value === false) ledger.move(exclude.at, 'not needed: it is the default')
  const settings = defined<ReasoningSettings>({
    effort: first(efforts, ledger),
    budgetTokens: first(budgets, ledger),
    mode: first(modes, ledger),
    summary: exclude === undefined ? undefined : { value: exclude.value ? 'none' : 'auto', at: exclude.at },
  })
  return Object.keys(settings).length === 0 ? undefined : settings
}

type Mode = NonNullable<ReasoningSettings['mode']>

function switchOf(enabled: Located<boolean>): Mode {
  return { value: enabled.value ? 'enabled' : 'disabled', at: enabled.at }
}

function modeOf(type: string | undefined, ledger: LossLedger): Mode | undefined {
  if (type === undefined) return undefined
  const at = pointer('/thinking', 'type')
  if (type === 'enabled' || type === 'disabled' || type === 'adaptive') return { value: type, at }
  ledger.drop(at, 'the value has no counterpart in another style')
  return undefined
}

function first<T>(places: readonly (Located<T> | undefined)[], ledger: LossLedger): Located<T> | undefined {
  const [chosen, ...others] = places.filter((place) => place !== undefined)
  for (const other of others) if (chosen !== undefined) ledger.drop(other.at, `replaced by ${chosen.at}`)
  return chosen
}
