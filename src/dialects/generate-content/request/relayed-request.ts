import type { LossLedger } from '../../../exchange/ledger.js'
import { isObject } from '../../../json/object.js'
import type { RelayedChange, RelayedTarget, WireObject } from '../../dialect.js'
import { geminiModel } from '../models.js'

const configNames = ['generationConfig', 'generation_config']
const penaltyNames = ['presencePenalty', 'presence_penalty', 'frequencyPenalty', 'frequency_penalty']
const limitNames = ['maxOutputTokens', 'max_output_tokens']

/** Fits the settings that the model would refuse, in either spelling; `undefined`: the request is not changed. */
export function relayedRequest(
  wire: WireObject,
  { model: name }: Pick<RelayedTarget, 'model'>,
  ledger: LossLedger,
): RelayedChange | undefined {
  const model = geminiModel(name)
  const member = configNames.find((one) => isObject(wire[one]))
  const config = member === undefined ? undefined : wire[member]
  if (model === undefined || member === undefined || !isObject(config)) return undefined
  const fitted: Record<string, unknown> = {}
  let changed = false
  for (const [key, value] of Object.entries(config)) {
    const at = `/${member}/${key}`
    if (!model.penalties && penaltyNames.includes(key) && typeof value === 'number' && value !== 0) {
      ledger.drop(at, 'the model refuses penalties')
      changed = true
    } else if (limitNames.includes(key) && typeof value === 'number' && value > model.maxOutputTokens) {
      ledger.approximate(at, `the model writes at most ${model.maxOutputTokens} tokens`)
      fitted[key] = model.maxOutputTokens
      changed = true
    } else fitted[key] = value
  }
  return changed ? { put: { [member]: fitted }, leaveOut: [] } : undefined
}
