import type { CohereChatRequest } from '../../../../generated/cohere-chat/model/index.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, ReasoningSettings } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { encodeTurns } from './messages-encode.js'
import { encodeTools } from './tools-encode.js'

/** Writes a conversation as the body of `POST /v2/chat`. Throws a 400 that names the field where Cohere cannot answer the question asked. */
export function encodeRequest(conversation: ConversationRequest, target: Target): CohereChatRequest {
  const { messages, documents } = encodeTurns(conversation, target)
  const request: CohereChatRequest = { model: target.model, messages }
  if (conversation.stream) request.stream = true
  if (documents.length > 0) request.documents = documents
  Object.assign(request, encodeTools(conversation, target.ledger))
  encodeSettings(conversation, request, target.ledger)
  if (conversation.output !== undefined) encodeOutput(conversation.output, conversation.dialect, request, target.ledger)
  if (conversation.reasoning !== undefined) encodeReasoning(conversation.reasoning, request, target.ledger)
  for (const name of target.traits.unsupported ?? []) leaveOut(name, conversation, request, target.ledger)
  return request
}

function encodeSettings({ settings, stream }: ConversationRequest, request: CohereChatRequest, ledger: LossLedger): void {
  const count = settings.choiceCount
  if (count !== undefined && count.value > 1) throw refuse(count.at, 'Cohere gives one answer a request: ask with a count of 1.')
  if (count !== undefined) ledger.move(count.at, 'one answer is what Cohere gives')

  if (settings.maxOutputTokens !== undefined) request.max_tokens = settings.maxOutputTokens.value
  if (settings.temperature !== undefined) request.temperature = clamped(settings.temperature, 0, 1, ledger)
  if (settings.topP !== undefined) request.p = clamped(settings.topP, 0.01, 0.99, ledger)
  if (settings.topK !== undefined) request.k = clamped(settings.topK, 0, 500, ledger)
  if (settings.presencePenalty !== undefined) request.presence_penalty = clamped(settings.presencePenalty, 0, 1, ledger)
  if (settings.frequencyPenalty !== undefined) request.frequency_penalty = clamped(settings.frequencyPenalty, 0, 1, ledger)
  if (settings.seed !== undefined) {
    if (settings.seed.value >= 0) request.seed = settings.seed.value
    else ledger.drop(settings.seed.at, 'Cohere takes no negative seed')
  }
  if (settings.stopSequences !== undefined && settings.stopSequences.value.length > 0) {
    request.stop_sequences = settings.stopSequences.value.slice(0, mostStopSequences)
    for (let index = mostStopSequences; index < settings.stopSequences.value.length; index += 1)
      ledger.drop(`${settings.stopSequences.at}/${index}`, `Cohere takes at most ${mostStopSequences} stop sequences`)
  }
  if (settings.logprobs !== undefined) {
    if (settings.logprobs.value) request.logprobs = true
    else ledger.move(settings.logprobs.at, 'none is the default')
  }
  const modalities = settings.modalities
  if (modalities !== undefined) {
    const foreign = modalities.value.find((modality) => modality !== 'text')
    if (foreign !== undefined) throw refuse(modalities.at, `Cohere's chat answers in text, not in ${foreign}.`)
    ledger.move(modalities.at, 'text is what Cohere answers')
  }
  if (settings.streamUsage !== undefined) {
    if (stream || settings.streamUsage.value) ledger.move(settings.streamUsage.at, 'the last event of a stream always carries the usage')
    else ledger.drop(settings.streamUsage.at, 'says nothing without a stream')
  }
  for (const name of unknownSettings) {
    const setting = settings[name]
    if (setting !== undefined) ledger.drop(setting.at, 'Cohere has no such setting')
  }
}

const mostStopSequences = 5
const unknownSettings = [
  'logitBias',
  'topLogprobs',
  'user',
  'metadata',
  'serviceTier',
  'verbosity',
  'promptCacheKey',
  'store',
  'audio',
] as const

function clamped(setting: Located<number>, least: number, most: number, ledger: LossLedger): number {
  const value = Math.min(most, Math.max(least, setting.value))
  if (value !== setting.value) ledger.approximate(setting.at, `Cohere takes ${least} to ${most}: ${value} was sent`)
  return value
}

function encodeOutput({ value, at }: Located<OutputFormat>, dialect: ChatDialect, request: CohereChatRequest, ledger: LossLedger): void {
  if (value.type === 'text') return ledger.move(at, 'text is the default')
  if (value.type === 'json') {
    request.response_format = { type: 'json_object' }
    return
  }
  const { name, description, schema } = value
  request.response_format = { type: 'json_object', json_schema: { ...labels(value), ...schema } }
  // A chat client writes these one level deeper than the others.
  const below = dialect === 'chat-completions' ? `${at}/json_schema` : at
  if (name !== undefined && schema.title !== undefined && schema.title !== name)
    ledger.drop(`${below}/name`, 'the schema has a title of its own')
  if (description !== undefined && schema.description !== undefined && schema.description !== description)
    ledger.drop(`${below}/description`, 'the schema has a description of its own')
  if (value.strict === false) ledger.approximate(`${below}/strict`, 'Cohere always keeps to the schema')
  if (value.strict === true) ledger.move(`${below}/strict`, 'Cohere always keeps to the schema')
}

/** The name and the description of the format have no member of their own; JSON Schema has words for both. */
function labels({ name, description }: Extract<OutputFormat, { type: 'json-schema' }>): Record<string, string> {
  return { ...(name === undefined ? {} : { title: name }), ...(description === undefined ? {} : { description }) }
}

/** Tokens of thinking that stand for the effort words below `high`; from there on Cohere thinks without a limit. */
const budgets: Readonly<Record<string, number>> = { minimal: 512, low: 1024, medium: 4096 }

function encodeReasoning(reasoning: ReasoningSettings, request: CohereChatRequest, ledger: LossLedger): void {
  const { effort, budgetTokens, mode, summary, encrypted } = reasoning
  // The measure decides where there is one.
  if (budgetTokens !== undefined && effort?.value === 'none') ledger.drop(effort.at, `${budgetTokens.at} decides`)
  if (mode !== undefined && (budgetTokens ?? effort) !== undefined) ledger.move(mode.at, 'the measure of thinking says it')
  if (mode !== undefined) {
    request.thinking = { type: mode.value === 'disabled' ? 'disabled' : 'enabled' }
    if (mode.value === 'adaptive') ledger.approximate(mode.at, 'Cohere thinks or does not: it was asked to')
  }
  if (effort !== undefined) {
    const off = effort.value === 'none'
    const budget = budgets[effort.value]
    request.thinking ??= { type: off ? 'disabled' : 'enabled' }
    if (request.thinking.type === 'enabled' && budget !== undefined) request.thinking.token_budget = budget
    if (!off) ledger.approximate(effort.at, 'Cohere has a budget of thinking tokens instead of effort words')
  }
  if (budgetTokens !== undefined) {
    if (budgetTokens.value > 0) request.thinking = { type: 'enabled', token_budget: budgetTokens.value }
    else request.thinking = { type: budgetTokens.value === 0 ? 'disabled' : 'enabled' }
  }
  if (summary !== undefined) ledger.drop(summary.at, 'Cohere shows its thinking as it is')
  if (encrypted !== undefined) ledger.drop(encrypted.at, 'Cohere has no encrypted reasoning')
}

/** A member that this upstream does not know is not sent, and booked at the place where the client asked for it. */
function leaveOut(
  name: string,
  { settings, output, reasoning }: ConversationRequest,
  request: CohereChatRequest,
  ledger: LossLedger,
): void {
  if (!(name in request) || name === 'model' || name === 'messages') return
  const places: Readonly<Record<string, Located<unknown> | undefined>> = {
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    p: settings.topP,
    k: settings.topK,
    seed: settings.seed,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    stop_sequences: settings.stopSequences,
    logprobs: settings.logprobs,
    response_format: output,
    thinking: reasoning?.budgetTokens ?? reasoning?.effort ?? reasoning?.mode,
  }
  Reflect.deleteProperty(request, name)
  const place = places[name]
  if (place !== undefined) ledger.drop(place.at, 'this model does not take it')
}
