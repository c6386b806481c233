import type { ConverseInferenceConfig, ConverseRequest } from '../../../../generated/bedrock-converse/model/index.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { encodeReasoning } from './reasoning-encode.js'
import { encodeTools } from './tools-encode.js'
import { encodeTurns } from './turns-encode.js'

/** Writes a conversation as the body of Converse. The model and whether the answer streams are in the path. */
export function encodeRequest(conversation: ConversationRequest, target: Target): ConverseRequest {
  const { ledger } = target
  const { system, messages } = encodeTurns(conversation, target)
  const request: ConverseRequest = { messages }
  const more: Record<string, unknown> = {}
  const inference = encodeInference(conversation, target, more)
  if (Object.keys(inference).length > 0) request.inferenceConfig = inference
  const tools = encodeTools(conversation, messages, ledger)
  if (tools !== undefined) request.toolConfig = tools
  if (conversation.output !== undefined) {
    const format = encodeOutput(conversation.output, conversation.dialect, ledger)
    if (format !== undefined) request.outputConfig = { textFormat: format }
    else if (conversation.output.value.type === 'json') system.push({ text: 'Answer with one valid JSON value and nothing else.' })
  }
  if (system.length > 0) request.system = system
  if (conversation.reasoning !== undefined)
    Object.assign(more, encodeReasoning(target.model, conversation.reasoning, inference.maxTokens, ledger))
  if (Object.keys(more).length > 0) request.additionalModelRequestFields = more
  const { metadata, serviceTier } = conversation.settings
  if (metadata !== undefined && Object.keys(metadata.value).length > 0) request.requestMetadata = { ...metadata.value }
  if (serviceTier !== undefined) {
    const tier = tiers[serviceTier.value]
    if (tier === undefined) ledger.drop(serviceTier.at, 'Bedrock has no such service tier')
    else if (tier !== 'auto') request.serviceTier = { type: tier }
    else ledger.move(serviceTier.at, 'the tier is the default')
  }
  return request
}

const tiers: Readonly<Record<string, string>> = {
  auto: 'auto',
  default: 'default',
  standard: 'default',
  standard_only: 'default',
  flex: 'flex',
  priority: 'priority',
}

function encodeInference({ settings }: ConversationRequest, target: Target, more: Record<string, unknown>): ConverseInferenceConfig {
  const { ledger, model } = target
  const count = settings.choiceCount
  if (count !== undefined && count.value > 1) throw refuse(count.at, 'The model behind this name gives one choice at a time.')
  if (count !== undefined) ledger.move(count.at, 'there is one choice')
  const other = settings.modalities?.value.find((modality) => modality !== 'text')
  if (settings.modalities !== undefined) {
    if (other !== undefined) throw refuse(settings.modalities.at, `The model behind this name answers with text, not ${other}.`)
    ledger.move(settings.modalities.at, 'the answer is text')
  }
  const config: ConverseInferenceConfig = {}
  if (settings.maxOutputTokens !== undefined) config.maxTokens = settings.maxOutputTokens.value
  if (settings.temperature !== undefined) config.temperature = clamped(settings.temperature, ledger)
  if (settings.topP !== undefined) config.topP = clamped(settings.topP, ledger)
  const stops = settings.stopSequences
  if (stops !== undefined && stops.value.length > 0) config.stopSequences = [...stops.value]
  if (settings.topK !== undefined) {
    if (/\banthropic\.claude/.test(model)) more['top_k'] = settings.topK.value
    else if (/\bamazon\.nova/.test(model)) more['inferenceConfig'] = { topK: settings.topK.value }
    else ledger.drop(settings.topK.at, 'this model has no such setting in Converse')
  }
  if (settings.streamUsage !== undefined) ledger.move(settings.streamUsage.at, 'usage always comes')
  if (settings.logprobs?.value === false) ledger.move(settings.logprobs.at, 'there are none')
  if (settings.logprobs?.value === true) ledger.drop(settings.logprobs.at, 'Converse has no such setting')
  if (settings.store !== undefined) ledger.move(settings.store.at, 'the upstream stores nothing')
  for (const name of unknownSettings) {
    const setting = settings[name]
    if (setting !== undefined) ledger.drop(setting.at, 'Converse has no such setting')
  }
  return config
}

const unknownSettings = [
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'logitBias',
  'topLogprobs',
  'user',
  'verbosity',
  'promptCacheKey',
  'audio',
] as const

function clamped(setting: Located<number>, ledger: LossLedger): number {
  const value = Math.min(1, Math.max(0, setting.value))
  if (value !== setting.value) ledger.approximate(setting.at, `Converse takes 0 to 1: ${value} was sent`)
  return value
}

function encodeOutput({ value, at }: Located<OutputFormat>, dialect: ChatDialect, ledger: LossLedger) {
  if (value.type === 'text') {
    ledger.move(at, 'text is the default')
    return undefined
  }
  if (value.type === 'json') {
    ledger.approximate(at, 'JSON without a schema is asked for in words')
    return undefined
  }
  // A chat client writes this one level deeper than the others.
  const strictAt = `${dialect === 'chat-completions' ? `${at}/json_schema` : at}/strict`
  if (value.strict === false) ledger.approximate(strictAt, 'the schema is always kept to')
  if (value.strict === true) ledger.move(strictAt, 'the schema is always kept to')
  const { name, description, schema } = value
  return {
    type: 'json_schema' as const,
    structure: {
      jsonSchema: {
        schema: JSON.stringify(schema),
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      },
    },
  }
}
