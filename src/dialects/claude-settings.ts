import type { LossLedger } from '../exchange/ledger.js'
import type { Settings } from '../exchange/request.js'
import type { ClaudeModel } from './claude-models.js'

const samplingNames = ['temperature', 'topP', 'topK'] as const

/** The settings without the sampling that thinking or the model excludes. `model` is absent where nothing is known of it. */
export function fittedSampling(settings: Settings, model: ClaudeModel | undefined, thinks: boolean, ledger: LossLedger): Settings {
  const { temperature, topP } = settings
  if (thinks || model?.sampling === 'default') {
    const { temperature: _temperature, topP: _topP, topK: _topK, ...others } = settings
    const why = thinks ? 'thinking excludes sampling settings' : 'the model takes no sampling settings'
    for (const name of samplingNames) {
      const setting = settings[name]
      if (setting !== undefined) ledger.drop(setting.at, why)
    }
    return others
  }
  if (model?.sampling !== 'one' || temperature === undefined || topP === undefined) return settings
  ledger.drop(topP.at, 'the model takes either temperature or top_p')
  const { topP: _, ...others } = settings
  return others
}

/** The settings with a limit that the model takes. */
export function fittedLimit(settings: Settings, model: ClaudeModel | undefined, ledger: LossLedger): Settings {
  const { maxOutputTokens: limit } = settings
  if (model === undefined || limit === undefined || limit.value <= model.maxOutputTokens) return settings
  ledger.approximate(limit.at, `the model gives at most ${model.maxOutputTokens} tokens`)
  return { ...settings, maxOutputTokens: { ...limit, value: model.maxOutputTokens } }
}
