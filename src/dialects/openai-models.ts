import type { LossLedger } from '../exchange/ledger.js'
import type { ReasoningEffort } from '../exchange/request.js'
import { modelTable } from './model-families.js'

/** What a family of OpenAI's models accepts, in both dialects. The API does not tell; the names are the only hint. */
export interface OpenAIModel {
  /** The efforts that it accepts; empty: it does not reason. */
  readonly efforts: readonly ReasoningEffort[]
  /** The effort where none is sent. */
  readonly standardEffort: ReasoningEffort
  /** Temperature, top_p, penalties, probabilities and biases: accepted, accepted with the effort `none`, or refused. */
  readonly sampling: 'any' | 'without-effort' | 'default'
  readonly stop: boolean
  /** Whether `parallel_tool_calls` may be sent. */
  readonly parallelSetting: boolean
  /** Whether chat completions accepts function tools beside an effort. */
  readonly chatToolsBesideEffort: boolean
  readonly maxOutputTokens: number
}

const plain: OpenAIModel = {
  efforts: [],
  standardEffort: 'none',
  sampling: 'any',
  stop: true,
  parallelSetting: true,
  chatToolsBesideEffort: true,
  maxOutputTokens: 16_384,
}
const reasoning: OpenAIModel = {
  efforts: ['low', 'medium', 'high'],
  standardEffort: 'medium',
  sampling: 'default',
  stop: false,
  parallelSetting: true,
  chatToolsBesideEffort: true,
  maxOutputTokens: 128_000,
}
const oSeries: OpenAIModel = { ...reasoning, parallelSetting: false, maxOutputTokens: 100_000 }
/** Models whose reasoning can be switched off, and is off by default. */
const switchable: OpenAIModel = {
  ...reasoning,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  standardEffort: 'none',
  sampling: 'without-effort',
  chatToolsBesideEffort: false,
}

/**
 * Names with the maker before them (`openai/gpt-5`) are those of other providers, who fit requests
 * themselves. Sources: OpenAI's model pages (output limits, efforts), its guides to reasoning and to the latest models (parameter
 * compatibility), and the words of its refusals, read in November 2026.
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
  { names: /^gpt-5\.[6-9]/, like: switchable, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], standardEffort: 'medium' },
  { names: /^gpt-5\.5/, like: switchable, standardEffort: 'medium' },
  { names: /^gpt-5\.[2-4]/, like: switchable },
  { names: /^gpt-5\.1/, like: switchable, efforts: ['none', 'low', 'medium', 'high'], chatToolsBesideEffort: true },
  { names: /^gpt-5-pro/, like: reasoning, efforts: ['high'], standardEffort: 'high', maxOutputTokens: 272_000 },
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

/** What is known of a model by its name; `undefined` for other names: such a model gets what the client sent. */
export function openaiModel(name: string): OpenAIModel | undefined {
  const bare = name.startsWith('ft:') ? name.slice(3) : name
  return modelOf(bare)
}

const words: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The word that the model takes for an effort: the same, the next one above, or its highest; `undefined` for models that do not reason. */
export function nearestEffort({ efforts }: OpenAIModel, effort: ReasoningEffort): ReasoningEffort | undefined {
  const asked = words.indexOf(effort)
  return efforts.find((word) => words.indexOf(word) >= asked) ?? efforts.at(-1)
}

/** Whether the model accepts sampling settings at this effort (`undefined`: none is sent). */
export function takesSampling({ sampling, standardEffort }: OpenAIModel, effort: string | undefined): boolean {
  return sampling === 'any' || (sampling === 'without-effort' && (effort ?? standardEffort) === 'none')
}

/** An effort that the model accepts; a different one goes to the ledger. Unknown models get the client's. */
export function fittedEffort(
  model: OpenAIModel | undefined,
  effort: ReasoningEffort,
  at: string,
  ledger: LossLedger,
): ReasoningEffort | undefined {
  if (model === undefined) return effort
  const nearest = nearestEffort(model, effort)
  if (nearest === effort) return effort
  if (nearest !== undefined) ledger.approximate(at, `the model takes ${model.efforts.join(', ')}: ${nearest} was sent`)
  else if (effort === 'none') ledger.move(at, 'the model does not reason')
  else ledger.drop(at, 'the model does not reason')
  return nearest
}
