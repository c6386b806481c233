import { refuse } from '../../../exchange/error.js'
import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, Settings } from '../../../exchange/request.js'
import { clamped, TakenSettings, takeStored, takeStreamUsage } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { chatServiceTiers } from '../../openai-service-tiers.js'
import { RequestBody } from '../../request-body.js'
import { openaiModel } from '../../openai-models.js'
import { fittedSettings } from '../../openai-settings.js'
import { encodeMessages } from './message-encode.js'
import { encodeEffort } from './reasoning-encode.js'
import { encodeTools } from './tools-encode.js'
import { encodeWebSearch, isWebSearch, searchesWeb } from './web-search.js'
import { defined } from '../../../json/object.js'

type Body = RequestBody<Record<string, unknown>>

/** Encodes the body of `POST /v1/chat/completions`. Losses go to the ledger; throws a 400 where the meaning of the request would change. */
export function encodeRequest(original: ConversationRequest, target: Target): WireObject {
  const conversation = withoutForeignTools(
    original,
    { dialect: 'chat-completions', searchesWeb: searchesWeb(original, target) },
    target.ledger,
  )
  const { ledger } = target
  const model = openaiModel(target.model)
  const body: Body = new RequestBody(target)
  body.put('model', target.model)
  body.put('messages', encodeMessages(conversation, target))
  if (conversation.stream) {
    body.put('stream', true)
    // Always requested: the client's encoder decides whether usage is shown.
    body.put('stream_options', { include_usage: true })
  }
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = encodeTools(conversation, target)
  body.putFrom('tools', tools, conversation.tools)
  body.put('tool_choice', choice, conversation.toolChoice)
  if (parallel !== undefined && model?.parallelSetting === false && conversation.parallelToolCalls !== undefined)
    ledger.drop(conversation.parallelToolCalls.at, 'the model decides how many tool calls it makes')
  else body.put('parallel_tool_calls', parallel, conversation.parallelToolCalls)
  body.put('web_search_options', encodeWebSearch(conversation.tools, target.ledger), conversation.tools.find(isWebSearch))
  putOutput(body, conversation, target)
  const offered = tools === undefined ? undefined : conversation.tools.find((tool) => !isWebSearch(tool))
  const effort = encodeEffort(conversation, model, offered, ledger)
  body.put('reasoning_effort', effort?.value, effort)
  putSettings(body, fittedSettings(conversation.settings, model, effort?.value, ledger), target)
  return body.wire
}

const maxStopSequences = 4

function putSettings(body: Body, fitted: Settings, target: Target): void {
  const { ledger, traits } = target
  const settings = new TakenSettings(fitted)
  body.putSetting(traits.maxTokensField ?? 'max_completion_tokens', settings.take('maxOutputTokens'))
  body.putSetting('temperature', settings.take('temperature'))
  for (const [name, member, least, most] of ranges) {
    const setting = settings.take(name)
    if (setting !== undefined) body.put(member, clamped(setting, least, most, ledger), setting)
  }
  const stop = settings.take('stopSequences')
  if (stop !== undefined && stop.value.length > 0) {
    if (stop.value.length > maxStopSequences) ledger.approximate(stop.at, 'only the first four stop sequences are sent')
    body.put('stop', stop.value.slice(0, maxStopSequences), stop)
  }
  body.putSetting(traits.mistralNames === true ? 'random_seed' : 'seed', settings.take('seed'))
  body.putSetting('logit_bias', settings.take('logitBias'))
  const count = settings.take('choiceCount')
  if (count?.value === 1) ledger.move(count.at, 'not needed: it is the default')
  else if (count !== undefined && traits.unsupported?.includes('n') === true)
    throw refuse(count.at, 'The provider of this model gives only one choice.', 'unsupported_value')
  else body.putSetting('n', count)
  putLogprobs(body, settings, ledger)
  body.putSetting('user', settings.take('user'))
  putStored(body, settings, target)
  putServiceTier(body, settings.take('serviceTier'), ledger)
  putVerbosity(body, settings.take('verbosity'), ledger)
  body.putSetting('prompt_cache_key', settings.take('promptCacheKey'))
  putModalities(body, settings, ledger)
  takeStreamUsage(settings, ledger)
  settings.dropUnsupported(ledger, 'the chat completions style has no such setting')
}

/** Settings with a limited range. */
const ranges = [
  ['topP', 'top_p', 0, 1],
  ['presencePenalty', 'presence_penalty', -2, 2],
  ['frequencyPenalty', 'frequency_penalty', -2, 2],
] as const

function putStored(body: Body, settings: TakenSettings, { traits, ledger }: Target): void {
  if (traits.unsupported?.includes('store') === true) return takeStored(settings, ledger)
  const [store, metadata] = [settings.take('store'), settings.take('metadata')]
  body.putSetting('store', store)
  // OpenAI accepts `metadata` only with `store`.
  if (store?.value === true) body.putSetting('metadata', metadata)
  else if (metadata !== undefined) ledger.drop(metadata.at, 'the provider accepts metadata only for stored completions')
}

function putLogprobs(body: Body, settings: TakenSettings, ledger: LossLedger): void {
  const [logprobs, topLogprobs] = [settings.take('logprobs'), settings.take('topLogprobs')]
  if (logprobs?.value === false || (logprobs ?? topLogprobs) === undefined) {
    if (logprobs !== undefined) ledger.move(logprobs.at, 'not needed: it is the default')
    if (topLogprobs !== undefined) ledger.drop(topLogprobs.at, 'not needed: no log probabilities are requested')
    return
  }
  body.put('logprobs', true, logprobs ?? topLogprobs)
  if (topLogprobs !== undefined) body.put('top_logprobs', clamped(topLogprobs, 0, 20, ledger), topLogprobs)
}

function putServiceTier(body: Body, tier: Located<string> | undefined, ledger: LossLedger): void {
  if (tier === undefined) return
  if (chatServiceTiers.has(tier.value)) body.putSetting('service_tier', tier)
  else if (tier.value === 'standard_only' || tier.value === 'standard') {
    ledger.approximate(tier.at, 'the provider has no such service tier: default was sent')
    body.put('service_tier', 'default', tier)
  } else ledger.drop(tier.at, 'the provider has no such service tier')
}

function putVerbosity(body: Body, verbosity: Located<string> | undefined, ledger: LossLedger): void {
  if (verbosity === undefined) return
  if (['low', 'medium', 'high'].includes(verbosity.value)) body.putSetting('verbosity', verbosity)
  else ledger.drop(verbosity.at, 'the provider does not support this value')
}

const audioFormats: readonly string[] = ['wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16']

function putModalities(body: Body, settings: TakenSettings, ledger: LossLedger): void {
  const [modalities, audio] = [settings.take('modalities'), settings.take('audio')]
  const wanted = modalities?.value ?? []
  if (modalities !== undefined && wanted.includes('image'))
    throw refuse(modalities.at, `${modalities.at}: the provider of this model does not answer with images.`, 'unsupported_value')
  if (modalities === undefined || !wanted.includes('audio')) {
    if (modalities !== undefined) ledger.move(modalities.at, 'not needed: text is the default')
    if (audio !== undefined) ledger.drop(audio.at, 'not needed: no audio is requested')
    return
  }
  body.put('modalities', ['text', 'audio'], modalities)
  // Each provider has its own names of voices, so the client's is sent.
  const voice = audio?.value.voice ?? 'alloy'
  const requested = audio?.value.format
  const format = audioFormats.find((known) => known === requested) ?? 'wav'
  if (audio !== undefined && requested !== undefined && requested !== format)
    ledger.approximate(`${audio.at}/format`, 'the provider does not support this audio format: wav was sent')
  body.put('audio', { voice, format }, audio ?? modalities)
}

function putOutput(body: Body, { output }: ConversationRequest, { ledger }: Target): void {
  if (output === undefined) return
  switch (output.value.type) {
    case 'text':
      ledger.move(output.at, 'not needed: text is the default')
      return
    case 'json':
      body.put('response_format', { type: 'json_object' }, output)
      return
    case 'json-schema':
      body.put('response_format', { type: 'json_schema', json_schema: schemaFormat(output.value) }, output)
  }
}

function schemaFormat(format: Extract<OutputFormat, { type: 'json-schema' }>): WireObject {
  const name = (format.name ?? '').replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return defined({
    name: name === '' ? 'response' : name,
    description: format.description,
    schema: format.schema,
    strict: format.strict,
  })
}
