import type { GeminiGenerationConfig, GeminiResponseModality } from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, Settings } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { encodeThinking } from './thinking-encode.js'

const mostStops = 5
const mostCandidates = 8
const largestSeed = 0x7fffffff
/** Voices of other providers, which this one refuses. */
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

export function encodeGenerationConfig(conversation: ConversationRequest, target: Target): GeminiGenerationConfig | undefined {
  const { settings } = conversation
  const config: GeminiGenerationConfig = {}
  const unsupported = new Set(target.traits.unsupported)

  function put<Name extends keyof GeminiGenerationConfig, T>(
    name: Name,
    setting: Located<T> | undefined,
    value: (given: T) => GeminiGenerationConfig[Name] | undefined,
  ): void {
    if (setting === undefined) return
    if (unsupported.has(name)) target.ledger.drop(setting.at, `${target.model} does not take ${name}`)
    else {
      const wire = value(setting.value)
      if (wire !== undefined) config[name] = wire
    }
  }

  put('temperature', settings.temperature, (value) => value)
  put('topP', settings.topP, (value) => value)
  put('topK', settings.topK, (value) => value)
  put('maxOutputTokens', settings.maxOutputTokens, (value) => value)
  put('stopSequences', settings.stopSequences, (value) => fittingStops(value, settings, target))
  put('seed', settings.seed, (value) => fittingSeed(value, settings, target))
  put('presencePenalty', settings.presencePenalty, (value) => value)
  put('frequencyPenalty', settings.frequencyPenalty, (value) => value)
  put('candidateCount', settings.choiceCount, (value) => fittingCount(value, settings, target))
  put('responseLogprobs', settings.logprobs, (value) => value)
  put('logprobs', settings.topLogprobs, (value) => value)
  put('responseModalities', settings.modalities, encodeModalities)
  put('speechConfig', settings.audio, (value) => encodeSpeech(value, settings, target))
  if (conversation.output !== undefined) Object.assign(config, encodeOutput(conversation.output, target))
  const thinking = encodeThinking(conversation, target)
  if (thinking !== undefined) config.thinkingConfig = thinking
  return Object.keys(config).length > 0 ? config : undefined
}

function fittingStops(stops: readonly string[], settings: Settings, target: Target): string[] | undefined {
  if (stops.length > mostStops && settings.stopSequences !== undefined)
    target.ledger.approximate(settings.stopSequences.at, `only ${mostStops} stop sequences are taken`)
  return stops.length === 0 ? undefined : stops.slice(0, mostStops)
}

function fittingSeed(seed: number, settings: Settings, target: Target): number {
  if (Math.abs(seed) <= largestSeed) return seed
  if (settings.seed !== undefined) target.ledger.approximate(settings.seed.at, 'seeds have 32 bits')
  return Math.abs(seed) % (largestSeed + 1)
}

function fittingCount(count: number, settings: Settings, target: Target): number {
  if (count > mostCandidates)
    throw refuse(settings.choiceCount?.at ?? '', `The provider of ${target.model} gives at most ${mostCandidates} answers.`)
  return count
}

function encodeModalities(modalities: readonly string[]): GeminiResponseModality[] {
  const names = { text: 'TEXT', image: 'IMAGE', audio: 'AUDIO', video: 'VIDEO' } as const
  return modalities.flatMap((modality) =>
    modality === 'text' || modality === 'image' || modality === 'audio' || modality === 'video' ? [names[modality]] : [],
  )
}

function encodeSpeech(
  audio: { readonly voice?: unknown; readonly format?: string },
  settings: Settings,
  target: Target,
): GeminiGenerationConfig['speechConfig'] {
  const at = settings.audio?.at ?? ''
  if (audio.format !== undefined) target.ledger.drop(`${at}/format`, 'the provider chooses the format of sound')
  if (typeof audio.voice === 'string' && !foreignVoices.has(audio.voice))
    return { voiceConfig: { prebuiltVoiceConfig: { voiceName: audio.voice } } }
  if (audio.voice !== undefined) target.ledger.drop(`${at}/voice`, 'the provider does not have this voice')
  return undefined
}

/** Answers in JSON are always held to their schema, whatever `strict` says; the schema needs no name. */
function encodeOutput(output: Located<OutputFormat>, target: Target): GeminiGenerationConfig {
  const { value: format, at } = output
  if (format.type === 'text') target.ledger.move(at, 'text is what comes without asking')
  if (format.type === 'text') return {}
  if (format.type === 'json') return { responseMimeType: 'application/json' }
  if (format.description !== undefined) target.ledger.approximate(at, 'the description of the answer has no place')
  else if (format.name !== undefined || format.strict !== undefined) target.ledger.move(at, 'the schema needs no name and is always obeyed')
  return { responseMimeType: 'application/json', responseJsonSchema: { ...format.schema } }
}
