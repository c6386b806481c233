import type { LossLedger } from '../../../exchange/ledger.js'
import { isObject } from '../../../json/object.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import { noSampling, oneOfTemperatureAndTopP } from '../../claude-settings.js'
import type { RelayedChange, RelayedTarget, WireObject } from '../../dialect.js'
import { effortOf } from './thinking-encode.js'
import { threadRefusal } from './thread.js'

/** The changes of a relayed request for members that the provider or the model refuses; `undefined`: there are none. Throws a 400 for a thread. */
export function relayedRequest(
  wire: WireObject,
  { model, traits }: Pick<RelayedTarget, 'model' | 'traits'>,
  ledger: LossLedger,
): RelayedChange | undefined {
  const leaveOut = (traits.unsupported ?? []).filter((name) => name in wire)
  if (leaveOut.includes('thread') && isObject(wire['thread'])) throw threadRefusal()
  for (const name of leaveOut)
    if (wire[name] !== null && wire[name] !== 'auto') ledger.drop(`/${name}`, `the provider does not support ${name}`)
  const put: Record<string, unknown> = {}
  const claude = claudeModel(model)
  if (claude !== undefined) {
    dropSampling(wire, claude, leaveOut, ledger)
    fitLimit(wire, claude, put, ledger)
    fitThinking(wire, claude, put, leaveOut, ledger)
  }
  return leaveOut.length === 0 && Object.keys(put).length === 0 ? undefined : { put, leaveOut }
}

function dropSampling(wire: WireObject, { sampling }: ClaudeModel, leaveOut: string[], ledger: LossLedger): void {
  const drop = (name: string, why: string): void => {
    if (typeof wire[name] !== 'number') return
    leaveOut.push(name)
    ledger.drop(`/${name}`, why)
  }
  if (sampling === 'one' && typeof wire['temperature'] === 'number') drop('top_p', oneOfTemperatureAndTopP)
  if (sampling !== 'default') return
  if (wire['temperature'] !== 1) drop('temperature', noSampling)
  drop('top_p', noSampling)
  drop('top_k', noSampling)
}

function fitLimit(wire: WireObject, { maxOutputTokens }: ClaudeModel, put: Record<string, unknown>, ledger: LossLedger): void {
  const { max_tokens: limit } = wire
  if (typeof limit !== 'number' || limit <= maxOutputTokens) return
  ledger.approximate('/max_tokens', `the model writes at most ${maxOutputTokens} tokens`)
  put['max_tokens'] = maxOutputTokens
}

/** Replaces a budget where the model accepts adaptive thinking only, and `disabled` where its thinking cannot be switched off. */
function fitThinking(
  { thinking, output_config: config }: WireObject,
  { thinking: accepted, thinkingOff }: ClaudeModel,
  put: Record<string, unknown>,
  leaveOut: string[],
  ledger: LossLedger,
): void {
  if (!isObject(thinking)) return
  const settings = isObject(config) ? config : {}
  const setEffort = (effort: string): void => {
    if (typeof settings['effort'] !== 'string') put['output_config'] = { ...settings, effort }
  }
  if (thinking['type'] === 'enabled' && accepted === 'adaptive') {
    const { budget_tokens: budget, type: _, ...others } = thinking
    ledger.approximate('/thinking/budget_tokens', 'the model accepts no thinking budget: sent as an effort')
    put['thinking'] = { type: 'adaptive', ...others }
    if (typeof budget === 'number') setEffort(effortOf(budget))
  }
  if (thinking['type'] !== 'disabled' || thinkingOff === 'disabled') return
  if (thinkingOff === 'between_tools') {
    ledger.approximate('/thinking/type', 'thinking between tool calls cannot be switched off')
    put['thinking'] = { type: 'between_tools' }
    return
  }
  ledger.approximate('/thinking/type', 'thinking cannot be switched off: sent with the effort low')
  leaveOut.push('thinking')
  setEffort('low')
}
