import type { ConverseInferenceConfig, ConverseJsonSchema, ConverseRequest } from '../../../../generated/bedrock-converse/model/index.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat } from '../../../exchange/request.js'
import {
  clamped,
  recordStored,
  TakenSettings,
  takeNoLogprobs,
  takeOneTextReply,
  takeStreamUsage,
} from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import { defined, isObject } from '../../../json/object.js'
import { claudeModel } from '../../claude-models.js'
import { fittedLimit, fittedSampling } from '../../claude-settings.js'
import { encodeReasoning } from './reasoning-encode.js'
import { encodeTools } from './tools-encode.js'
import { encodeTurns } from './turns-encode.js'

/**
 * Writes a conversation as the body of Converse; the path has the model and whether the reply streams. Throws a 400 that names the field
 * where Converse cannot express what changes the question.
 */
export function encodeRequest(original: ConversationRequest, target: Target): ConverseRequest {
  const { ledger } = target
  const conversation = withoutForeignTools(original, { dialect: 'bedrock-converse', searchesWeb: false }, ledger)
  const model = claudeModel(target.model)
  const limited = fittedLimit(conversation.settings, model, ledger)
  const { system, messages } = encodeTurns(conversation, target)
  const request: ConverseRequest = { messages }
  const more: Record<string, unknown> =
    conversation.reasoning === undefined
      ? {}
      : { ...encodeReasoning(target.model, conversation.reasoning, limited.maxOutputTokens?.value, ledger) }
  const thinks = isObject(more['thinking'])
  const settings = new TakenSettings(fittedSampling(limited, model, thinks, ledger))
  const inference = encodeInference(settings, target, more)
  if (Object.keys(inference).length > 0) request.inferenceConfig = inference
  const tools = encodeTools(conversation, messages, target)
  if (tools !== undefined) request.toolConfig = tools
  if (conversation.output !== undefined) {
    const format = encodeOutput(conversation.output, conversation.dialect, ledger)
    if (format !== undefined) request.outputConfig = { textFormat: format }
    else if (conversation.output.value.type === 'json') system.push({ text: 'Answer with one valid JSON value and nothing else.' })
  }
  if (system.length > 0) request.system = system
  if (Object.keys(more).length > 0) request.additionalModelRequestFields = more
  const metadata = settings.take('metadata')
  if (metadata !== undefined && Object.keys(metadata.value).length > 0) request.requestMetadata = { ...metadata.value }
  const tier = encodeTier(settings.take('serviceTier'), ledger)
  if (tier !== undefined) request.serviceTier = { type: tier }
  settings.dropUnsupported(ledger, 'Converse has no such setting')
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

function encodeTier(setting: Located<string> | undefined, ledger: LossLedger): string | undefined {
  if (setting === undefined) return undefined
  const tier = Object.hasOwn(tiers, setting.value) ? tiers[setting.value] : undefined
  if (tier === undefined) ledger.drop(setting.at, 'Bedrock has no such service tier')
  if (tier !== 'auto') return tier
  ledger.move(setting.at, 'not needed: it is the default')
  return undefined
}

function encodeInference(settings: TakenSettings, { ledger, model }: Target, more: Record<string, unknown>): ConverseInferenceConfig {
  takeOneTextReply(settings, ledger)
  takeStreamUsage(settings, ledger)
  takeNoLogprobs(settings, ledger)
  const config: ConverseInferenceConfig = {}
  const limit = settings.take('maxOutputTokens')
  if (limit !== undefined) config.maxTokens = limit.value
  const temperature = settings.take('temperature')
  if (temperature !== undefined) config.temperature = clamped(temperature, 0, 1, ledger)
  const topP = settings.take('topP')
  if (topP !== undefined) config.topP = clamped(topP, 0, 1, ledger)
  const stops = settings.take('stopSequences')
  if (stops !== undefined && stops.value.length > 0) config.stopSequences = [...stops.value]
  const topK = settings.take('topK')
  if (topK !== undefined) {
    if (/\banthropic\.claude/.test(model)) more['top_k'] = topK.value
    else if (/\bamazon\.nova/.test(model)) more['inferenceConfig'] = { topK: topK.value }
    else ledger.drop(topK.at, 'this model has no such setting in Converse')
  }
  const store = settings.take('store')
  if (store !== undefined) recordStored(store, ledger)
  return config
}

function encodeOutput({ value, at }: Located<OutputFormat>, dialect: ChatDialect, ledger: LossLedger) {
  if (value.type === 'text') {
    ledger.move(at, 'not needed: text is the default')
    return undefined
  }
  if (value.type === 'json') {
    ledger.approximate(at, 'there is no JSON mode without a schema: an instruction asks for JSON')
    return undefined
  }
  // In chat completions this member is one level deeper than in other dialects.
  const strictAt = `${dialect === 'chat-completions' ? `${at}/json_schema` : at}/strict`
  if (value.strict === false) ledger.approximate(strictAt, 'not needed: the schema is always enforced')
  if (value.strict === true) ledger.move(strictAt, 'not needed: the schema is always enforced')
  const { name, description, schema } = value
  return {
    type: 'json_schema' as const,
    structure: {
      jsonSchema: defined<ConverseJsonSchema>({ schema: JSON.stringify(schema), name, description }),
    },
  }
}
