import type { LossLedger } from '../../../exchange/ledger.js'
import { isObject, listOf } from '../../../json/object.js'
import type { RelayedChange, RelayedTarget, WireObject } from '../../dialect.js'
import { openaiModel } from '../../openai-models.js'
import { fitMembers } from '../../openai-settings.js'

const logprobs = 'message.output_text.logprobs'

/** The changes of a relayed request for members that the model refuses; `undefined`: there are none. */
export function relayedRequest(
  wire: WireObject,
  { model: name }: Pick<RelayedTarget, 'model'>,
  ledger: LossLedger,
): RelayedChange | undefined {
  const model = openaiModel(name)
  if (model === undefined) return undefined
  const put: Record<string, unknown> = {}
  const leaveOut: string[] = []
  const { reasoning, include } = wire
  const effort = isObject(reasoning) && typeof reasoning['effort'] === 'string' ? reasoning['effort'] : undefined
  fitMembers(wire, model, { effort, limits: ['max_output_tokens'] }, put, leaveOut, ledger)
  if (leaveOut.includes('top_logprobs') && listOf(include).includes(logprobs))
    put['include'] = listOf(include).filter((one) => one !== logprobs)
  return Object.keys(put).length === 0 && leaveOut.length === 0 ? undefined : { put, leaveOut }
}
