import type { MessagesRequest, MessagesThinkingConfig } from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { reasoningEfforts, type ReasoningSettings } from '../../../exchange/request.js'
import { knownValue } from '../../../exchange/known-value.js'
import { defined } from '../../../json/object.js'

const knownOfThinking = new Set(['type', 'budget_tokens', 'display'])

export function decodeReasoning(wire: MessagesRequest, ledger: LossLedger): { readonly reasoning?: ReasoningSettings } {
  const effort = knownValue(wire.output_config?.effort, '/output_config/effort', reasoningEfforts, ledger)
  const thinking = wire.thinking === undefined ? {} : decodeThinking(wire.thinking, ledger)
  const reasoning: ReasoningSettings = defined({
    effort,
    ...thinking,
  })
  return Object.keys(reasoning).length === 0 ? {} : { reasoning }
}

function decodeThinking(thinking: MessagesThinkingConfig, ledger: LossLedger): ReasoningSettings {
  const at = '/thinking'
  switch (thinking.type) {
    case 'enabled':
      dropUnknown(thinking, knownOfThinking, at, ledger)
      return {
        mode: { value: 'enabled', at: `${at}/type` },
        budgetTokens: { value: thinking.budget_tokens, at: `${at}/budget_tokens` },
        summary: display(thinking.display, at, ledger),
      }
    case 'adaptive':
      dropUnknown(thinking, knownOfThinking, at, ledger)
      return { mode: { value: 'adaptive', at: `${at}/type` }, summary: display(thinking.display, at, ledger) }
    case 'disabled':
      dropUnknown(thinking, knownOfThinking, at, ledger)
      return { mode: { value: 'disabled', at: `${at}/type` } }
    case 'between_tools':
      dropUnknown(thinking, knownOfThinking, at, ledger)
      ledger.approximate(`${at}/type`, 'thinking between tool calls only is sent as adaptive thinking')
      return { mode: { value: 'adaptive', at: `${at}/type` } }
    default:
      ledger.drop(at, 'this kind of thinking has no counterpart in another style')
      return {}
  }
}

/** Thinking is shown here unless the client sets `omitted`. Other dialects show it on request only, so the default is decoded too. */
function display(
  value: string | null | undefined,
  at: string,
  ledger: LossLedger,
): { readonly value: 'auto' | 'none'; readonly at: string } {
  const known = knownValue(value, `${at}/display`, ['summarized', 'omitted'], ledger)
  if (known?.value === 'summarized') ledger.move(known.at, 'not needed: it is the default')
  return { value: known?.value === 'omitted' ? 'none' : 'auto', at: known?.at ?? `${at}/type` }
}
