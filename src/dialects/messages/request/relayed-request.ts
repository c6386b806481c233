import type { LossLedger } from '../../../exchange/ledger.js'
import { isObject } from '../../../json/object.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import type { RelayedChange, RelayedTarget, WireObject } from '../../dialect.js'
import { effortOf } from './thinking-encode.js'

/** Members that this provider of the style or this model refuses; `undefined` where the request has none of them. */
export function relayedRequest(
  wire: WireObject,
  { model, traits }: Pick<RelayedTarget, 'model' | 'traits'>,
  ledger: LossLedger,
): RelayedChange | undefined {
  const leaveOut = (traits.unsupported ?? []).filter((name) => name in wire)
  for (const name of leaveOut)
    if (wire[name] !== null && wire[name] !== 'auto') ledger.drop(`/${name}`, `${name} is not known to this model's provider`)
  const put: Record<string, unknown> = {}
  const claude = claudeModel(model)
  if (claude !== undefined) {
    leaveSamplingOut(wire, claude, leaveOut, ledger)
    fitLimit(wire, claude, put, ledger)
    fitThinking(wire, claude, put, leaveOut, ledger)
  }
  return leaveOut.length === 0 && Object.keys(put).length === 0 ? undefined : { put, leaveOut }
}

function leaveSamplingOut(wire: WireObject, { sampling }: ClaudeModel, leaveOut: string[], ledger: LossLedger): void {
  const drop = (name: string, why: string): void => {
    if (typeof wire[name] !== 'number') return
    leaveOut.push(name)
    ledger.drop(`/${name}`, why)
  }
  if (sampling === 'one' && typeof wire['temperature'] === 'number') drop('top_p', 'the model takes either temperature or top_p')
  if (sampling !== 'default') return
  if (wire['temperature'] !== 1) drop('temperature', 'the model takes no sampling settings')
  drop('top_p', 'the model takes no sampling settings')
  drop('top_k', 'the model takes no sampling settings')
}

function fitLimit(wire: WireObject, { maxOutputTokens }: ClaudeModel, put: Record<string, unknown>, ledger: LossLedger): void {
  const { max_tokens: limit } = wire
  if (typeof limit !== 'number' || limit <= maxOutputTokens) return
  ledger.approximate('/max_tokens', `the model gives at most ${maxOutputTokens} tokens`)
  put['max_tokens'] = maxOutputTokens
}

/** Budgets for models that know them no longer, and switches that they have no longer. */
function fitThinking(
  { thinking, output_config: config }: WireObject,
  { thinking: form, thinkingOff }: ClaudeModel,
  put: Record<string, unknown>,
  leaveOut: string[],
  ledger: LossLedger,
): void {
  if (!isObject(thinking)) return
  const settings = isObject(config) ? config : {}
  const setEffort = (effort: string): void => {
    if (typeof settings['effort'] !== 'string') put['output_config'] = { ...settings, effort }
  }
  if (thinking['type'] === 'enabled' && form === 'adaptive') {
    const { budget_tokens: budget, type: _, ...others } = thinking
    ledger.approximate('/thinking/budget_tokens', 'the model decides how long it thinks; the budget became an effort')
    put['thinking'] = { type: 'adaptive', ...others }
    if (typeof budget === 'number') setEffort(effortOf(budget))
  }
  if (thinking['type'] !== 'disabled' || thinkingOff === 'disabled') return
  if (thinkingOff === 'between_tools') {
    ledger.approximate('/thinking/type', 'the model thinks at least between tool calls')
    put['thinking'] = { type: 'between_tools' }
    return
  }
  ledger.approximate('/thinking/type', 'the model cannot stop thinking: low is the least effort')
  leaveOut.push('thinking')
  setEffort('low')
}
