import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import { recordStored } from '../../../exchange/taken-settings.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { RelayedChange, RelayedTarget, WireObject } from '../../dialect.js'
import { relayedMessages } from './relayed-messages.js'
import { openaiModel, type OpenAIModel } from '../../openai-models.js'
import { fitMembers } from '../../openai-settings.js'
import { isObject, listOf } from '../../../json/object.js'

/**
 * The changes of a relayed request for a provider or model that differs from OpenAI's: names of members, and members that it refuses.
 * `undefined`: there are none. `translate`: the reply must be changed too.
 */
export function relayedRequest(
  wire: WireObject,
  { model, traits }: Pick<RelayedTarget, 'model' | 'traits'>,
  ledger: LossLedger,
): RelayedChange | 'translate' | undefined {
  if (traits.functionToolsOnly === true && needsMoreThanFunctions(wire)) return 'translate'
  const put: Record<string, unknown> = {}
  const leaveOut: string[] = []
  const messages = relayedMessages(wire['messages'], traits, ledger)
  if (messages !== undefined) put['messages'] = messages
  const known = openaiModel(model)
  renameLimit(
    wire,
    traits.maxTokensField ?? (known?.sampling === 'any' ? undefined : known && 'max_completion_tokens'),
    put,
    leaveOut,
    ledger,
  )
  if (traits.mistralNames === true) mistralNames(wire, put, leaveOut, ledger)
  for (const name of traits.unsupported ?? []) if (name in wire) removeMember(name, wire, leaveOut, ledger)
  // The gateway itself reports the cost.
  if (wire['usage'] !== undefined && traits.takesCostRequest !== true) leaveOut.push('usage')
  if (known !== undefined) fitToModel(wire, known, put, leaveOut, ledger)
  return Object.keys(put).length === 0 && leaveOut.length === 0 ? undefined : { put, leaveOut }
}

/** Whether a request has custom tools, a list of allowed tools or deprecated functions, also in its history. */
function needsMoreThanFunctions(wire: WireObject): boolean {
  const { tools, tool_choice: choice, messages } = wire
  const isCustom = (tool: unknown): boolean => isObject(tool) && tool['type'] === 'custom'
  if (listOf(wire['functions']).length > 0 || listOf(tools).some(isCustom)) return true
  if (isObject(choice) && choice['type'] === 'allowed_tools') return true
  return listOf(messages).some(
    (message) =>
      isObject(message) &&
      (message['role'] === 'function' || isObject(message['function_call']) || listOf(message['tool_calls']).some(isCustom)),
  )
}

function renameLimit(
  wire: WireObject,
  name: TargetTraits['maxTokensField'],
  put: Record<string, unknown>,
  leaveOut: string[],
  ledger: LossLedger,
): void {
  if (name === undefined) return
  const other = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  if (!(other in wire)) return
  leaveOut.push(other)
  if (wire[other] === null) return
  ledger.move(`/${other}`, `sent as ${name}`)
  if (wire[name] === undefined || wire[name] === null) put[name] = wire[other]
}

/** Changes members that the model refuses, at any provider. */
function fitToModel(wire: WireObject, model: OpenAIModel, put: Record<string, unknown>, leaveOut: string[], ledger: LossLedger): void {
  const { reasoning_effort: asked } = wire
  let effort = typeof asked === 'string' ? asked : undefined
  if (effort !== undefined && model.efforts.length === 0) {
    leaveOut.push('reasoning_effort')
    if (effort !== 'none') ledger.drop('/reasoning_effort', 'the model does not reason')
    effort = undefined
  }
  if (!model.chatToolsBesideEffort && listOf(wire['tools']).length > 0 && (effort ?? model.defaultEffort) !== 'none') {
    ledger.approximate(
      effort === undefined ? '/tools' : '/reasoning_effort',
      'in the chat completions style the model accepts function tools only without reasoning',
    )
    effort = 'none'
    put['reasoning_effort'] = effort
  }
  if (!model.parallelSetting && typeof wire['parallel_tool_calls'] === 'boolean') {
    leaveOut.push('parallel_tool_calls')
    ledger.drop('/parallel_tool_calls', 'the model decides how many tool calls it makes')
  }
  fitMembers(wire, model, { effort, limits: ['max_completion_tokens', 'max_tokens'] }, put, leaveOut, ledger)
}

function mistralNames(wire: WireObject, put: Record<string, unknown>, leaveOut: string[], ledger: LossLedger): void {
  if (wire['tool_choice'] === 'required') {
    put['tool_choice'] = 'any'
    ledger.move('/tool_choice', 'sent as any')
  }
  if (!('seed' in wire)) return
  leaveOut.push('seed')
  if (wire['seed'] === null || 'random_seed' in wire) return
  put['random_seed'] = wire['seed']
  ledger.move('/seed', 'sent as random_seed')
}

/** Removes a member that the provider does not support. Throws a 400 where the meaning of the request would change. */
function removeMember(name: string, wire: WireObject, leaveOut: string[], ledger: LossLedger): void {
  const value = wire[name]
  leaveOut.push(name)
  if (value === null) return
  if (name === 'n' && typeof value === 'number' && value > 1)
    throw refuse('/n', 'The provider of this model gives only one choice: send n: 1, or several requests.', 'unsupported_value')
  if (name === 'modalities' && Array.isArray(value) && value.some((modality) => modality !== 'text'))
    throw refuse('/modalities', 'The provider of this model answers with text only.', 'unsupported_value')
  if (name === 'tool_choice' && value === 'none') {
    // The provider cannot be told to call no tool, so no tools are sent.
    leaveOut.push('tools')
    ledger.move('/tool_choice', 'no tools were sent')
    return
  }
  // `completionKeeper` keeps what is to be stored.
  if (name === 'store' && typeof value === 'boolean') recordStored({ value, at: '/store' }, ledger)
  else if (isDefault(name, value)) ledger.move(`/${name}`, 'not needed: it is the default')
  else ledger.drop(`/${name}`, `the provider does not support ${name}`)
}

/** Whether the value of a member is what every provider does by default. */
function isDefault(name: string, value: unknown): boolean {
  switch (name) {
    case 'n':
      return value === 1
    case 'logprobs':
      return value === false
    case 'parallel_tool_calls':
      return value === true
    case 'tool_choice':
    case 'service_tier':
      return value === 'auto'
    // Modalities other than text are refused above, and the gateway handles usage.
    case 'modalities':
    case 'stream_options':
      return true
    default:
      return false
  }
}
