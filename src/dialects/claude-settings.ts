import type { LossLedger } from '../exchange/ledger.js'
import type { Settings } from '../exchange/request.js'
import type { ClaudeModel } from './claude-models.js'

export const noSampling = 'the model accepts no sampling settings'
export const oneOfTemperatureAndTopP = 'the model accepts either temperature or top_p'

const samplingNames = ['temperature', 'topP', 'topK'] as const

/** Removes sampling settings that the model refuses, or refuses while it thinks. `model`: `undefined` for an unknown one. */
export function fittedSampling(settings: Settings, model: ClaudeModel | undefined, thinks: boolean, ledger: LossLedger): Settings {
  const { temperature, topP } = settings
  if (thinks || model?.sampling === 'default') {
    const { temperature: _temperature, topP: _topP, topK: _topK, ...others } = settings
    const why = thinks ? `${noSampling} while it thinks` : noSampling
    for (const name of samplingNames) {
      const setting = settings[name]
      if (setting !== undefined) ledger.drop(setting.at, why)
    }
    return others
  }
  if (model?.sampling !== 'one' || temperature === undefined || topP === undefined) return settings
  ledger.drop(topP.at, oneOfTemperatureAndTopP)
  const { topP: _, ...others } = settings
  return others
}

/** Lowers the output limit to the model's maximum. */
export function fittedLimit(settings: Settings, model: ClaudeModel | undefined, ledger: LossLedger): Settings {
  const { maxOutputTokens: limit } = settings
  if (model === undefined || limit === undefined || limit.value <= model.maxOutputTokens) return settings
  ledger.approximate(limit.at, `the model writes at most ${model.maxOutputTokens} tokens`)
  return { ...settings, maxOutputTokens: { ...limit, value: model.maxOutputTokens } }
}
