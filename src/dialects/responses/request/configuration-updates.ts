import type { ResponsesCreateRequest, ResponsesTextFormat } from '../../../../generated/responses/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import { pointer } from '../../../json/pointer.js'
import { moveIdentity } from './item-identity.js'

const itemMembers = new Set(['type', 'id', 'reasoning', 'text'])
const reasoningMembers = new Set(['effort'])
const textMembers = new Set(['format'])

export interface UpdatedSettings {
  readonly effort: Located<string> | undefined
  readonly format: Located<ResponsesTextFormat> | undefined
}

/**
 * The effort and the format that are in effect after the input: those of the request, or of its newest `configuration_update` items. What they
 * replace goes to the ledger. https://platform.openai.com/docs/api-reference/responses
 */
export function updatedSettings(wire: ResponsesCreateRequest, ledger: LossLedger): UpdatedSettings {
  let effort = located(wire.reasoning?.effort, '/reasoning/effort')
  let format = located(wire.text?.format, '/text/format')
  if (!Array.isArray(wire.input)) return { effort, format }
  wire.input.forEach((item, index) => {
    if (!('type' in item) || item.type !== 'configuration_update') return
    const at = pointer('/input', index)
    dropUnknown(item, itemMembers, at, ledger)
    moveIdentity(item, at, ledger)
    if (item.reasoning) dropUnknown(item.reasoning, reasoningMembers, `${at}/reasoning`, ledger)
    if (item.text) dropUnknown(item.text, textMembers, `${at}/text`, ledger)
    effort = newer(effort, located(item.reasoning?.effort, `${at}/reasoning/effort`), ledger)
    format = newer(format, located(item.text?.format, `${at}/text/format`), ledger)
  })
  return { effort, format }
}

function newer<Value>(
  before: Located<Value> | undefined,
  after: Located<Value> | undefined,
  ledger: LossLedger,
): Located<Value> | undefined {
  if (after === undefined) return before
  if (before !== undefined) ledger.move(before.at, `replaced by the update at ${after.at}`)
  return after
}
