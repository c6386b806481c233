import type { LossLedger } from '../exchange/ledger.js'
import type { Settings } from '../exchange/request.js'
import type { WireObject } from './dialect.js'
import { acceptsSampling, type OpenAIModel } from './openai-models.js'

/** The reason why cache breakpoints are dropped. */
export const noCacheMarkers = 'the provider caches prompts by itself, without markers'

/** The settings that models refuse while they reason: the exchange's name, the name in both dialects, the default value. */
const sampling: readonly (readonly [keyof Settings, string, unknown])[] = [
  ['temperature', 'temperature', 1],
  ['topP', 'top_p', 1],
  ['presencePenalty', 'presence_penalty', 0],
  ['frequencyPenalty', 'frequency_penalty', 0],
  ['logprobs', 'logprobs', false],
  ['topLogprobs', 'top_logprobs', 0],
  ['logitBias', 'logit_bias', undefined],
]
const noSampling = 'the model accepts no sampling settings while it reasons'
const noStops = 'the model accepts no stop sequences'

/** Removes the settings that the model refuses with this effort, and lowers the output limit to the model's maximum. */
export function fittedSettings(
  settings: Settings,
  model: OpenAIModel | undefined,
  effort: string | undefined,
  ledger: LossLedger,
): Settings {
  if (model === undefined) return settings
  const refused: string[] = []
  if (!acceptsSampling(model, effort)) {
    for (const [name, , standard] of sampling) {
      const setting = settings[name]
      if (setting === undefined) continue
      refused.push(name)
      if (setting.value === standard) ledger.move(setting.at, 'not needed: it is the default')
      else ledger.drop(setting.at, noSampling)
    }
  }
  const { stopSequences: stops, maxOutputTokens: limit } = settings
  if (!model.stop && stops !== undefined) {
    refused.push('stopSequences')
    if (stops.value.length > 0) ledger.drop(stops.at, noStops)
  }
  const kept: Settings =
    refused.length === 0 ? settings : Object.fromEntries(Object.entries(settings).filter(([name]) => !refused.includes(name)))
  if (limit === undefined || limit.value <= model.maxOutputTokens) return kept
  ledger.approximate(limit.at, `the model writes at most ${model.maxOutputTokens} tokens`)
  return { ...kept, maxOutputTokens: { ...limit, value: model.maxOutputTokens } }
}

/** The same for the members of a relayed request; the changes are added to `put` and `leaveOut`. `limits`: the names of output limits. */
export function fitMembers(
  wire: WireObject,
  model: OpenAIModel,
  { effort, limits }: { readonly effort: string | undefined; readonly limits: readonly string[] },
  put: Record<string, unknown>,
  leaveOut: string[],
  ledger: LossLedger,
): void {
  const isSet = (name: string): boolean => wire[name] !== undefined && wire[name] !== null
  const drop = (name: string, why: string): void => {
    leaveOut.push(name)
    ledger.drop(`/${name}`, why)
  }
  if (!acceptsSampling(model, effort))
    for (const [, name, standard] of sampling) if (isSet(name) && wire[name] !== standard) drop(name, noSampling)
  if (!model.stop && isSet('stop')) drop('stop', noStops)
  for (const name of limits) {
    const limit = put[name] ?? wire[name]
    if (leaveOut.includes(name) || typeof limit !== 'number' || limit <= model.maxOutputTokens) continue
    ledger.approximate(`/${name in wire ? name : 'max_tokens'}`, `the model writes at most ${model.maxOutputTokens} tokens`)
    put[name] = model.maxOutputTokens
  }
}
