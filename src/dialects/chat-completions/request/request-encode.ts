import type { ChatReasoningEffort } from '../../../../generated/chat-completions/model/index.js'
import { refuse } from '../../../exchange/error.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { encodeMessages } from './message-encode.js'
import { encodeTools } from './tools-encode.js'

/** Collects members and the client's fields that each came from; members that the provider does not know are dropped with a word. */
class RequestWriter {
  readonly wire: Record<string, unknown> = {}

  constructor(private readonly target: Target) {}

  set(name: string, value: unknown, at?: string): void {
    if (this.target.traits.unsupported?.includes(name) !== true) this.wire[name] = value
    else if (at !== undefined) this.target.ledger.drop(at, `${name} is not known to this model's provider`)
  }

  put(name: string, setting: Located<unknown> | undefined): void {
    if (setting !== undefined) this.set(name, setting.value, setting.at)
  }
}

const mostStopSequences = 4

export function encodeRequest(conversation: ConversationRequest, target: Target): WireObject {
  const writer = new RequestWriter(target)
  writer.set('model', target.model)
  writer.set('messages', encodeMessages(conversation, target))
  if (conversation.stream) {
    writer.set('stream', true)
    // Always asked for: the client's own dialect decides whether it is shown.
    writer.set('stream_options', { include_usage: true })
  }
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = encodeTools(conversation, target)
  if (tools !== undefined) writer.set('tools', tools, '/tools')
  if (choice !== undefined) writer.set('tool_choice', choice, conversation.toolChoice?.at)
  if (parallel !== undefined) writer.set('parallel_tool_calls', parallel, conversation.parallelToolCalls?.at)
  putOutput(writer, conversation, target)
  putReasoning(writer, conversation, target)
  putSettings(writer, conversation, target)
  return writer.wire
}

function putSettings(writer: RequestWriter, { settings, dialect }: ConversationRequest, target: Target): void {
  const { ledger, traits } = target
  writer.put(traits.maxTokensField ?? 'max_completion_tokens', settings.maxOutputTokens)
  writer.put('temperature', settings.temperature)
  writer.put('top_p', limited(settings.topP, 0, 1, target))
  if (settings.topK !== undefined) ledger.drop(settings.topK.at, 'top_k has no place in the chat completions style')
  const stop = settings.stopSequences
  if (stop !== undefined && stop.value.length > 0) {
    if (stop.value.length > mostStopSequences) ledger.approximate(stop.at, 'only the first four stop sequences are sent')
    writer.set('stop', stop.value.slice(0, mostStopSequences), stop.at)
  }
  writer.put(traits.mistralNames === true ? 'random_seed' : 'seed', settings.seed)
  writer.put('presence_penalty', limited(settings.presencePenalty, -2, 2, target))
  writer.put('frequency_penalty', limited(settings.frequencyPenalty, -2, 2, target))
  writer.put('logit_bias', settings.logitBias)
  if (settings.choiceCount?.value === 1) ledger.move(settings.choiceCount.at, 'is what holds anyway')
  else if (settings.choiceCount !== undefined && traits.unsupported?.includes('n') === true)
    throw refuse(settings.choiceCount.at, "This model's provider gives one choice a request.", 'unsupported_value')
  else writer.put('n', settings.choiceCount)
  putLogprobs(writer, settings, target)
  writer.put('user', settings.user)
  // OpenAI takes metadata only beside `store`.
  if (settings.metadata !== undefined && settings.store?.value === true && dialect !== 'responses')
    writer.put('metadata', settings.metadata)
  else if (settings.metadata !== undefined) ledger.drop(settings.metadata.at, 'metadata is taken only for stored completions')
  putServiceTier(writer, settings.serviceTier, target)
  putVerbosity(writer, settings.verbosity, target)
  writer.put('prompt_cache_key', settings.promptCacheKey)
  // Stored responses are the gateway's own matter; the upstream keeps nothing.
  if (settings.store !== undefined && dialect !== 'responses') writer.put('store', settings.store)
  putModalities(writer, settings, target)
  if (settings.streamUsage !== undefined)
    ledger.move(settings.streamUsage.at, 'usage is always asked for, and shown as the client wants it')
}

function limited(setting: Located<number> | undefined, least: number, most: number, { ledger }: Target): Located<number> | undefined {
  if (setting === undefined) return undefined
  const value = Math.min(most, Math.max(least, setting.value))
  if (value !== setting.value) ledger.approximate(setting.at, `goes from ${least} to ${most} here`)
  return { value, at: setting.at }
}

function putLogprobs(writer: RequestWriter, { logprobs, topLogprobs }: ConversationRequest['settings'], target: Target): void {
  if (logprobs?.value === false || (logprobs ?? topLogprobs) === undefined) {
    if (logprobs !== undefined) target.ledger.move(logprobs.at, 'is what holds anyway')
    if (topLogprobs !== undefined) target.ledger.drop(topLogprobs.at, 'no probabilities are asked for')
    return
  }
  writer.set('logprobs', true, (logprobs ?? topLogprobs)?.at)
  if (topLogprobs === undefined) return
  if (topLogprobs.value > 20) target.ledger.approximate(topLogprobs.at, 'at most 20 alternatives are given')
  writer.set('top_logprobs', Math.max(0, Math.min(20, topLogprobs.value)), topLogprobs.at)
}

const serviceTiers = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])

function putServiceTier(writer: RequestWriter, tier: Located<string> | undefined, { ledger }: Target): void {
  if (tier === undefined) return
  if (serviceTiers.has(tier.value)) writer.put('service_tier', tier)
  else if (tier.value === 'standard_only' || tier.value === 'standard') {
    ledger.approximate(tier.at, 'the nearest service tier is default')
    writer.set('service_tier', 'default', tier.at)
  } else ledger.drop(tier.at, 'the service tier is a word of another provider')
}

function putVerbosity(writer: RequestWriter, verbosity: Located<string> | undefined, { ledger }: Target): void {
  if (verbosity === undefined) return
  if (['low', 'medium', 'high'].includes(verbosity.value)) writer.put('verbosity', verbosity)
  else ledger.drop(verbosity.at, 'the verbosity is a word of another provider')
}

function putModalities(writer: RequestWriter, { modalities, audio }: ConversationRequest['settings'], { ledger }: Target): void {
  const wanted = modalities?.value ?? []
  if (modalities !== undefined && wanted.includes('image'))
    throw refuse(modalities.at, `${modalities.at}: this model's provider answers with text, not with images.`, 'unsupported_value')
  if (modalities === undefined || !wanted.includes('audio')) {
    if (modalities !== undefined) ledger.move(modalities.at, 'text is what comes anyway')
    if (audio !== undefined) ledger.drop(audio.at, 'no sound is asked for')
    return
  }
  writer.set('modalities', ['text', 'audio'], modalities.at)
  // Voices are each provider's own words.
  const voice = audio?.value.voice ?? 'alloy'
  const format = audio?.value.format ?? 'wav'
  writer.set(
    'audio',
    { voice, format: ['wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16'].includes(format) ? format : 'wav' },
    audio?.at ?? modalities.at,
  )
}

function putOutput(writer: RequestWriter, { output }: ConversationRequest, { ledger }: Target): void {
  if (output === undefined) return
  switch (output.value.type) {
    case 'text':
      ledger.move(output.at, 'text is what comes anyway')
      return
    case 'json':
      writer.set('response_format', { type: 'json_object' }, output.at)
      return
    case 'json-schema':
      writer.set('response_format', { type: 'json_schema', json_schema: schemaFormat(output.value) }, output.at)
  }
}

function schemaFormat(format: Extract<OutputFormat, { type: 'json-schema' }>): WireObject {
  const name = (format.name ?? '').replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return {
    name: name === '' ? 'response' : name,
    ...(format.description === undefined ? {} : { description: format.description }),
    schema: format.schema,
    ...(format.strict === undefined ? {} : { strict: format.strict }),
  }
}

/** From these thinking budgets on, the effort that comes nearest. */
const efforts: readonly (readonly [number, ChatReasoningEffort])[] = [
  [16_384, 'high'],
  [4_096, 'medium'],
  [1, 'low'],
]

function putReasoning(writer: RequestWriter, { reasoning }: ConversationRequest, { ledger }: Target): void {
  if (reasoning === undefined) return
  const { effort, budgetTokens: budget, mode, summary, encrypted } = reasoning
  if (summary !== undefined) ledger.drop(summary.at, 'the provider decides which thoughts are shown')
  if (encrypted !== undefined) ledger.drop(encrypted.at, 'the provider gives no encrypted reasoning')
  if (effort !== undefined) {
    writer.put('reasoning_effort', effort)
    if (budget !== undefined) ledger.drop(budget.at, `${effort.at} decides`)
    if (mode !== undefined) ledger.move(mode.at, `is said by ${effort.at}`)
    return
  }
  if (mode?.value === 'disabled' || budget?.value === 0) {
    // `none` is refused by most models that cannot think, and by some that can.
    for (const off of [mode, budget])
      if (off !== undefined) ledger.drop(off.at, 'thinking cannot be switched off for every model of this style')
    return
  }
  if (mode !== undefined) ledger.move(mode.at, 'models of this style think where they can')
  if (budget === undefined) return
  if (budget.value < 0) {
    ledger.move(budget.at, 'leaves the budget to the model, as models of this style do')
    return
  }
  const nearest = efforts.find(([from]) => budget.value >= from)?.[1] ?? 'low'
  ledger.approximate(budget.at, `a thinking budget is sent as the effort ${nearest}`)
  writer.set('reasoning_effort', nearest, budget.at)
}
