import type { LossLedger } from '../exchange/ledger.js'
import { reasoningEfforts, type ReasoningEffort } from '../exchange/request.js'
import { modelTable, remembering } from './model-families.js'

/** What a family of OpenAI's models accepts, in both dialects. Known by the model's name only: the API does not report it. */
export interface OpenAIModel {
  /** The accepted efforts, in ascending order; empty: the model does not reason. */
  readonly efforts: readonly ReasoningEffort[]
  /** The effort where the request has none. */
  readonly defaultEffort: ReasoningEffort
  /** Whether sampling settings (temperature to logit_bias) are accepted: always, with the effort `none` only, or with their defaults only. */
  readonly sampling: 'any' | 'without-effort' | 'default'
  /** Whether `stop` is accepted. */
  readonly stop: boolean
  /** Whether `parallel_tool_calls` is accepted. */
  readonly parallelSetting: boolean
  /** Whether chat completions accepts function tools together with an effort. */
  readonly chatToolsBesideEffort: boolean
  readonly maxOutputTokens: number
}

const plain: OpenAIModel = {
  efforts: [],
  defaultEffort: 'none',
  sampling: 'any',
  stop: true,
  parallelSetting: true,
  chatToolsBesideEffort: true,
  maxOutputTokens: 16_384,
}
const reasoning: OpenAIModel = {
  efforts: ['low', 'medium', 'high'],
  defaultEffort: 'medium',
  sampling: 'default',
  stop: false,
  parallelSetting: true,
  chatToolsBesideEffort: true,
  maxOutputTokens: 128_000,
}
const oSeries: OpenAIModel = { ...reasoning, parallelSetting: false, maxOutputTokens: 100_000 }
/** Models that accept the effort `none`, which is the default unless a row says otherwise. */
const switchable: OpenAIModel = {
  ...reasoning,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  defaultEffort: 'none',
  sampling: 'without-effort',
  chatToolsBesideEffort: false,
}

/**
 * Names with a prefix (`openai/gpt-5`) are not listed: other providers use them, and change requests themselves. Sources: OpenAI's model
 * pages (output limits, efforts), its guides to reasoning and to the latest models (parameter compatibility), and its error messages, read
 * in November 2026.
 */
const modelOf = modelTable<OpenAIModel>([
  { names: /^gpt-4o(-mini)?-search/, like: plain, sampling: 'default' },
  { names: /^gpt-5-chat/, like: plain },
  { names: /^gpt-5\.\d+-chat/, like: reasoning, efforts: ['medium'], maxOutputTokens: 16_384 },
  { names: /^gpt-6-(sol|luna)/, like: reasoning, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] },
  { names: /^gpt-6/, like: reasoning, efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { names: /^gpt-5\.\d+-pro/, like: reasoning, efforts: ['medium', 'high', 'xhigh'] },
  { names: /^gpt-5\.1-codex(?!-max)/, like: reasoning },
  { names: /^gpt-5\.\d+-codex/, like: reasoning, efforts: ['low', 'medium', 'high', 'xhigh'] },
  { names: /^gpt-5\.[6-9]/, like: switchable, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], defaultEffort: 'medium' },
  { names: /^gpt-5\.5/, like: switchable, defaultEffort: 'medium' },
  { names: /^gpt-5\.[2-4]/, like: switchable },
  { names: /^gpt-5\.1/, like: switchable, efforts: ['none', 'low', 'medium', 'high'], chatToolsBesideEffort: true },
  { names: /^gpt-5-pro/, like: reasoning, efforts: ['high'], defaultEffort: 'high', maxOutputTokens: 272_000 },
  { names: /^gpt-5-codex/, like: reasoning },
  { names: /^gpt-5(-|$)/, like: reasoning, efforts: ['minimal', 'low', 'medium', 'high'] },
  { names: /^codex-mini/, like: oSeries },
  { names: /^o1-mini/, like: oSeries, efforts: [], maxOutputTokens: 65_536 },
  { names: /^o1-preview/, like: oSeries, efforts: [], maxOutputTokens: 32_768 },
  { names: /^o1(-|$)/, like: oSeries, stop: true },
  { names: /^o[34](-|$)/, like: oSeries },
  { names: /^gpt-4\.1/, like: plain, maxOutputTokens: 32_768 },
  { names: /^(chatgpt-|gpt-)4o(?!-2024-05-13)/, like: plain },
  { names: /^gpt-4o-2024-05-13|^gpt-4-(turbo|0125|1106)/, like: plain, maxOutputTokens: 4096 },
])

/** Finds a model of OpenAI by its name. `undefined`: not known, so its requests are not changed. */
export const openaiModel = remembering((name): OpenAIModel | undefined => {
  const bare = name.startsWith('ft:') ? name.slice(3) : name
  return modelOf(bare)
})

/** The effort that the model accepts: the same, the next higher one, or its highest; `undefined` for a model that does not reason. */
export function nearestEffort({ efforts }: OpenAIModel, effort: ReasoningEffort): ReasoningEffort | undefined {
  const wanted = reasoningEfforts.indexOf(effort)
  return efforts.find((accepted) => reasoningEfforts.indexOf(accepted) >= wanted) ?? efforts.at(-1)
}

/** Whether the model accepts sampling settings with this effort; `undefined`: the request has none. */
export function acceptsSampling({ sampling, defaultEffort }: OpenAIModel, effort: string | undefined): boolean {
  return sampling === 'any' || (sampling === 'without-effort' && (effort ?? defaultEffort) === 'none')
}

/** The nearest effort that the model accepts; a change goes to the ledger. The effort is unchanged for unknown models. */
export function fittedEffort(
  model: OpenAIModel | undefined,
  effort: ReasoningEffort,
  at: string,
  ledger: LossLedger,
): ReasoningEffort | undefined {
  if (model === undefined) return effort
  const nearest = nearestEffort(model, effort)
  if (nearest === effort) return effort
  if (nearest !== undefined) ledger.approximate(at, `the model accepts ${model.efforts.join(', ')}: ${nearest} was sent`)
  else if (effort === 'none') ledger.move(at, 'not needed: the model does not reason')
  else ledger.drop(at, 'the model does not reason')
  return nearest
}
