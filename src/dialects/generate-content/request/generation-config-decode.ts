import type {
  GeminiGenerationConfig,
  GeminiSpeechConfig,
  GeminiThinkingConfig,
} from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { OutputFormat, ReasoningEffort, ReasoningSettings, Settings } from '../../../exchange/request.js'
import { toJsonSchema } from './schema.js'

const base = '/generationConfig'
const members: ReadonlySet<string> = new Set([
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'responseLogprobs',
  'logprobs',
  'speechConfig',
  'thinkingConfig',
])
const thinkingMembers: ReadonlySet<string> = new Set(['includeThoughts', 'thinkingBudget', 'thinkingLevel'])
const efforts: Readonly<Record<string, ReasoningEffort>> = {
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  XHIGH: 'xhigh',
}
const modalityNumbers = [undefined, 'text', 'image', 'audio']

export interface DecodedConfig {
  readonly settings: Settings
  readonly reasoning?: ReasoningSettings
  readonly output?: Located<OutputFormat>
}

export function decodeGenerationConfig(wire: GeminiGenerationConfig, ledger: LossLedger): DecodedConfig {
  dropUnknown(wire, members, base, ledger)
  const reasoning = wire.thinkingConfig === undefined ? undefined : decodeThinking(wire.thinkingConfig, ledger)
  const output = decodeOutput(wire, ledger)
  const stops = wire.stopSequences
  const settings: Settings = {
    ...located('maxOutputTokens', wire.maxOutputTokens, 'maxOutputTokens'),
    ...located('temperature', wire.temperature, 'temperature'),
    ...located('topP', wire.topP, 'topP'),
    ...located('topK', wire.topK, 'topK'),
    ...located('stopSequences', stops !== undefined && stops.length > 0 ? stops : undefined, 'stopSequences'),
    ...located('seed', wire.seed, 'seed'),
    ...located('presencePenalty', wire.presencePenalty, 'presencePenalty'),
    ...located('frequencyPenalty', wire.frequencyPenalty, 'frequencyPenalty'),
    ...located('choiceCount', wire.candidateCount, 'candidateCount'),
    ...located('logprobs', wire.responseLogprobs, 'responseLogprobs'),
    ...located('topLogprobs', wire.logprobs, 'logprobs'),
    ...located('modalities', decodeModalities(wire.responseModalities), 'responseModalities'),
    ...(wire.speechConfig === undefined ? {} : decodeSpeech(wire.speechConfig, ledger)),
  }
  return { settings, ...(reasoning === undefined ? {} : { reasoning }), ...(output === undefined ? {} : { output }) }
}

function located<Name extends string, T>(name: Name, value: T | undefined, member: string): { [K in Name]?: Located<T> } {
  const place: { [K in Name]?: Located<T> } = {}
  if (value !== undefined && value !== null) place[name] = { value, at: `${base}/${member}` }
  return place
}

function decodeModalities(wire: GeminiGenerationConfig['responseModalities']): string[] | undefined {
  if (wire === undefined || wire.length === 0) return undefined
  return wire.flatMap((modality) =>
    typeof modality === 'number' ? (modalityNumbers[modality] ?? []) : modality === 'MODALITY_UNSPECIFIED' ? [] : modality.toLowerCase(),
  )
}

function decodeSpeech(wire: GeminiSpeechConfig, ledger: LossLedger): Settings {
  const at = `${base}/speechConfig`
  const { voiceConfig } = wire
  const voice = voiceConfig?.prebuiltVoiceConfig?.voiceName
  dropUnknown(wire, new Set(['voiceConfig']), at, ledger)
  if (voice !== undefined) {
    dropUnknown(voiceConfig ?? {}, new Set(['prebuiltVoiceConfig']), `${at}/voiceConfig`, ledger)
    dropUnknown(voiceConfig?.prebuiltVoiceConfig ?? {}, new Set(['voiceName']), `${at}/voiceConfig/prebuiltVoiceConfig`, ledger)
  }
  if (voice !== undefined) return { audio: { value: { voice }, at: `${at}/voiceConfig` } }
  if (voiceConfig !== undefined) ledger.drop(`${at}/voiceConfig`, 'names no voice that another provider could have')
  return {}
}

function decodeThinking(wire: GeminiThinkingConfig, ledger: LossLedger): ReasoningSettings {
  const at = `${base}/thinkingConfig`
  dropUnknown(wire, thinkingMembers, at, ledger)
  const level = typeof wire.thinkingLevel === 'string' ? wire.thinkingLevel.toUpperCase() : undefined
  const effort = level !== undefined && Object.hasOwn(efforts, level) ? efforts[level] : undefined
  if (wire.thinkingLevel !== undefined && effort === undefined) ledger.drop(`${at}/thinkingLevel`, 'names no level')
  return {
    ...(effort === undefined ? {} : { effort: { value: effort, at: `${at}/thinkingLevel` } }),
    ...(wire.thinkingBudget === undefined ? {} : { budgetTokens: { value: wire.thinkingBudget, at: `${at}/thinkingBudget` } }),
    ...(wire.includeThoughts === undefined
      ? {}
      : { summary: { value: wire.includeThoughts ? 'auto' : 'none', at: `${at}/includeThoughts` } }),
  }
}

function decodeOutput(wire: GeminiGenerationConfig, ledger: LossLedger): Located<OutputFormat> | undefined {
  const at = `${base}/responseMimeType`
  const { responseMimeType: mimeType, responseJsonSchema: jsonSchema, responseSchema: schema } = wire
  if (mimeType === 'text/x.enum')
    throw refuse(at, 'text/x.enum has no counterpart at the provider of this model; ask for application/json with a schema.')
  if (mimeType && (jsonSchema ?? schema) !== undefined) {
    if (mimeType === 'application/json') ledger.move(at, 'the schema says it')
    else ledger.drop(at, 'the schema asks for JSON')
  }
  if (jsonSchema !== undefined) {
    if (schema !== undefined) ledger.drop(`${base}/responseSchema`, 'responseJsonSchema says it')
    return { value: { type: 'json-schema', schema: jsonSchema }, at: `${base}/responseJsonSchema` }
  }
  if (schema !== undefined)
    return {
      value: { type: 'json-schema', schema: toJsonSchema({ ...schema }, `${base}/responseSchema`, ledger) },
      at: `${base}/responseSchema`,
    }
  if (mimeType === 'application/json') return { value: { type: 'json' }, at }
  if (mimeType === 'text/plain') return { value: { type: 'text' }, at }
  if (mimeType) ledger.drop(at, 'names no form of answer that other providers have')
  return undefined
}
