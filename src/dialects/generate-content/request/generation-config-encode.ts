import type { GeminiGenerationConfig, GeminiResponseModality } from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, Settings } from '../../../exchange/request.js'
import type { TakenSettings } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import { RequestBody } from '../../request-body.js'
import { geminiModel } from '../models.js'
import { encodeThinking } from './thinking-encode.js'

const mostStops = 5
const mostCandidates = 8
const largestSeed = 0x7fffffff
/** OpenAI's voices, which Google refuses. */
const foreignVoices: ReadonlySet<string> = new Set([
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
])

export function encodeGenerationConfig(
  conversation: ConversationRequest,
  settings: TakenSettings,
  target: Target,
): GeminiGenerationConfig | undefined {
  const config = new RequestBody<GeminiGenerationConfig>(target)
  config.putSetting('temperature', settings.take('temperature'))
  config.putSetting('topP', settings.take('topP'))
  config.putSetting('topK', settings.take('topK'))
  putFitting(config, 'maxOutputTokens', settings.take('maxOutputTokens'), fittingLimit, target)
  putFitting(config, 'stopSequences', settings.take('stopSequences'), fittingStops, target)
  putFitting(config, 'seed', settings.take('seed'), fittingSeed, target)
  putFitting(config, 'presencePenalty', settings.take('presencePenalty'), fittingPenalty, target)
  putFitting(config, 'frequencyPenalty', settings.take('frequencyPenalty'), fittingPenalty, target)
  putFitting(config, 'candidateCount', settings.take('choiceCount'), fittingCount, target)
  config.putSetting('responseLogprobs', settings.take('logprobs'))
  config.putSetting('logprobs', settings.take('topLogprobs'))
  putFitting(config, 'responseModalities', settings.take('modalities'), encodeModalities, target)
  putFitting(config, 'speechConfig', settings.take('audio'), encodeSpeech, target)
  const { output, reasoning } = conversation
  if (output !== undefined) {
    const format = encodeOutput(output, target)
    config.put('responseMimeType', format.responseMimeType, output)
    config.put('responseJsonSchema', format.responseJsonSchema, output)
  }
  config.put('thinkingConfig', encodeThinking(conversation, target), reasoning?.effort, reasoning?.budgetTokens, reasoning?.mode)
  return Object.keys(config.wire).length > 0 ? config.wire : undefined
}

/** Puts a setting with the value that `fit` makes of it. */
function putFitting<Name extends keyof GeminiGenerationConfig, T>(
  config: RequestBody<GeminiGenerationConfig>,
  name: Name,
  setting: Located<T> | undefined,
  fit: (setting: Located<T>, target: Target) => GeminiGenerationConfig[Name] | undefined,
  target: Target,
): void {
  if (setting === undefined) return
  if (target.traits.unsupported?.includes(name) === true) target.ledger.drop(setting.at, `the provider does not know ${name}`)
  else config.put(name, fit(setting, target))
}

function fittingLimit({ value: limit, at }: Located<number>, { model, ledger }: Target): number {
  const most = geminiModel(model)?.maxOutputTokens ?? limit
  if (limit <= most) return limit
  ledger.approximate(at, `the model writes at most ${most} tokens`)
  return most
}

function fittingPenalty({ value: penalty, at }: Located<number>, { model, ledger }: Target): number | undefined {
  if (penalty === 0 || geminiModel(model)?.penalties !== false) return penalty
  ledger.drop(at, 'the model refuses penalties')
  return undefined
}

function fittingStops({ value: stops, at }: Located<readonly string[]>, target: Target): string[] | undefined {
  if (stops.length > mostStops) target.ledger.approximate(at, `the provider accepts at most ${mostStops} stop sequences`)
  return stops.length === 0 ? undefined : stops.slice(0, mostStops)
}

function fittingSeed({ value: seed, at }: Located<number>, target: Target): number {
  if (Math.abs(seed) <= largestSeed) return seed
  target.ledger.approximate(at, 'the provider accepts seeds of 32 bits')
  return Math.abs(seed) % (largestSeed + 1)
}

function fittingCount({ value: count, at }: Located<number>): number {
  if (count > mostCandidates) throw refuse(at, `The provider of this model gives at most ${mostCandidates} answers.`)
  return count
}

function encodeModalities({ value: modalities }: Located<readonly string[]>): GeminiResponseModality[] {
  const names = { text: 'TEXT', image: 'IMAGE', audio: 'AUDIO', video: 'VIDEO' } as const
  return modalities.flatMap((modality) =>
    modality === 'text' || modality === 'image' || modality === 'audio' || modality === 'video' ? [names[modality]] : [],
  )
}

function encodeSpeech({ value: audio, at }: NonNullable<Settings['audio']>, target: Target): GeminiGenerationConfig['speechConfig'] {
  if (audio.format !== undefined) target.ledger.drop(`${at}/format`, 'the provider chooses the audio format')
  if (typeof audio.voice === 'string' && !foreignVoices.has(audio.voice))
    return { voiceConfig: { prebuiltVoiceConfig: { voiceName: audio.voice } } }
  if (audio.voice !== undefined) target.ledger.drop(`${at}/voice`, 'the provider does not have this voice')
  return undefined
}

/** Google always enforces the schema, with or without `strict`, and has no name or description of it. */
function encodeOutput(output: Located<OutputFormat>, target: Target): GeminiGenerationConfig {
  const { value: format, at } = output
  if (format.type === 'text') target.ledger.move(at, 'not needed: text is the default')
  if (format.type === 'text') return {}
  if (format.type === 'json') return { responseMimeType: 'application/json' }
  if (format.description !== undefined)
    target.ledger.approximate(at, 'the description of the schema is not sent: generate-content has no member for it')
  else if (format.name !== undefined || format.strict !== undefined)
    target.ledger.move(at, 'not needed: the schema has no name and is always enforced')
  return { responseMimeType: 'application/json', responseJsonSchema: { ...format.schema } }
}
