import type {
  GeminiGenerationConfig,
  GeminiSpeechConfig,
  GeminiThinkingConfig,
} from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import type { OutputFormat, ReasoningEffort, ReasoningSettings, Settings } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'
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
  const settings = defined<Settings>({
    maxOutputTokens: located(wire.maxOutputTokens, `${base}/maxOutputTokens`),
    temperature: located(wire.temperature, `${base}/temperature`),
    topP: located(wire.topP, `${base}/topP`),
    topK: located(wire.topK, `${base}/topK`),
    stopSequences: located(stops !== undefined && stops.length > 0 ? stops : undefined, `${base}/stopSequences`),
    seed: located(wire.seed, `${base}/seed`),
    presencePenalty: located(wire.presencePenalty, `${base}/presencePenalty`),
    frequencyPenalty: located(wire.frequencyPenalty, `${base}/frequencyPenalty`),
    choiceCount: located(wire.candidateCount, `${base}/candidateCount`),
    logprobs: located(wire.responseLogprobs, `${base}/responseLogprobs`),
    topLogprobs: located(wire.logprobs, `${base}/logprobs`),
    modalities: located(decodeModalities(wire.responseModalities), `${base}/responseModalities`),
    audio: wire.speechConfig === undefined ? undefined : decodeSpeech(wire.speechConfig, ledger),
  })
  return defined<DecodedConfig>({ settings, reasoning, output })
}

function decodeModalities(wire: GeminiGenerationConfig['responseModalities']): string[] | undefined {
  if (wire === undefined || wire.length === 0) return undefined
  return wire.flatMap((modality) =>
    typeof modality === 'number' ? (modalityNumbers[modality] ?? []) : modality === 'MODALITY_UNSPECIFIED' ? [] : modality.toLowerCase(),
  )
}

function decodeSpeech(wire: GeminiSpeechConfig, ledger: LossLedger): Settings['audio'] {
  const at = `${base}/speechConfig`
  const { voiceConfig } = wire
  const voice = voiceConfig?.prebuiltVoiceConfig?.voiceName
  dropUnknown(wire, new Set(['voiceConfig']), at, ledger)
  if (voice !== undefined) {
    dropUnknown(voiceConfig ?? {}, new Set(['prebuiltVoiceConfig']), `${at}/voiceConfig`, ledger)
    dropUnknown(voiceConfig?.prebuiltVoiceConfig ?? {}, new Set(['voiceName']), `${at}/voiceConfig/prebuiltVoiceConfig`, ledger)
  }
  if (voice !== undefined) return { value: { voice }, at: `${at}/voiceConfig` }
  if (voiceConfig !== undefined) ledger.drop(`${at}/voiceConfig`, 'voices that are not prebuilt have no counterpart in other styles')
  return undefined
}

function decodeThinking(wire: GeminiThinkingConfig, ledger: LossLedger): ReasoningSettings {
  const at = `${base}/thinkingConfig`
  dropUnknown(wire, thinkingMembers, at, ledger)
  const level = typeof wire.thinkingLevel === 'string' ? wire.thinkingLevel.toUpperCase() : undefined
  const effort = level !== undefined && Object.hasOwn(efforts, level) ? efforts[level] : undefined
  if (wire.thinkingLevel !== undefined && effort === undefined) ledger.drop(`${at}/thinkingLevel`, 'not a known level')
  const shown = wire.includeThoughts
  return defined<ReasoningSettings>({
    effort: located(effort, `${at}/thinkingLevel`),
    budgetTokens: located(wire.thinkingBudget, `${at}/thinkingBudget`),
    summary: shown === undefined ? undefined : { value: shown ? 'auto' : 'none', at: `${at}/includeThoughts` },
  })
}

function decodeOutput(wire: GeminiGenerationConfig, ledger: LossLedger): Located<OutputFormat> | undefined {
  const at = `${base}/responseMimeType`
  const { responseMimeType: mimeType, responseJsonSchema: jsonSchema, responseSchema: schema } = wire
  if (mimeType === 'text/x.enum')
    throw refuse(at, 'The provider of this model has no counterpart of text/x.enum; use application/json with a schema.')
  if (mimeType && (jsonSchema ?? schema) !== undefined) {
    if (mimeType === 'application/json') ledger.move(at, 'not needed: the schema decides')
    else ledger.drop(at, 'replaced by the schema, which asks for JSON')
  }
  if (jsonSchema !== undefined) {
    if (schema !== undefined) ledger.drop(`${base}/responseSchema`, 'replaced by responseJsonSchema')
    return { value: { type: 'json-schema', schema: jsonSchema }, at: `${base}/responseJsonSchema` }
  }
  if (schema !== undefined)
    return {
      value: { type: 'json-schema', schema: toJsonSchema({ ...schema }, `${base}/responseSchema`, ledger) },
      at: `${base}/responseSchema`,
    }
  if (mimeType === 'application/json') return { value: { type: 'json' }, at }
  if (mimeType === 'text/plain') return { value: { type: 'text' }, at }
  if (mimeType) ledger.drop(at, 'other styles have no such format of the answer')
  return undefined
}
