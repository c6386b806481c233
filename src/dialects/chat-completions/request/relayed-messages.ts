import type { LossLedger } from '../../../exchange/ledger.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { fitToolCallId } from './tool-call-id.js'
import { isObject } from '../../../json/object.js'

const reasoningFields = ['reasoning_content', 'reasoning']

/** The messages, changed to what the provider accepts; `undefined`: no change. Messages that do not change are the same objects. */
export function relayedMessages(messages: unknown, traits: TargetTraits, ledger: LossLedger): readonly unknown[] | undefined {
  if (!Array.isArray(messages)) return undefined
  const given: readonly unknown[] = messages
  const relayed = given.map((message, index) => (isObject(message) ? fitMessage(message, `/messages/${index}`, traits, ledger) : message))
  return relayed.some((message, index) => message !== given[index]) ? relayed : undefined
}

function fitMessage(message: WireObject, at: string, traits: TargetTraits, ledger: LossLedger): WireObject {
  let fitted = fitRole(message, at, traits, ledger)
  if (traits.nineCharacterToolIds === true) fitted = fitIds(fitted, at, traits, ledger)
  fitted = fitReasoning(fitted, at, traits, ledger)
  return withoutUnsupported(fitted, at, traits, ledger)
}

function fitRole(message: WireObject, at: string, { systemRole }: TargetTraits, ledger: LossLedger): WireObject {
  const { role } = message
  if (systemRole === undefined || role === systemRole || (role !== 'system' && role !== 'developer')) return message
  ledger.move(`${at}/role`, `sent with the role ${systemRole}`)
  return { ...message, role: systemRole }
}

/** Shortens ids of tool calls and results. The same id always becomes the same text, so that the prompt still matches the provider's cache. */
function fitIds(message: WireObject, at: string, traits: TargetTraits, ledger: LossLedger): WireObject {
  const { tool_call_id: id, tool_calls: calls } = message
  let fitted = message
  if (typeof id === 'string' && fitToolCallId(id, traits) !== id) {
    ledger.move(`${at}/tool_call_id`, 'the provider requires tool call ids of nine characters')
    fitted = { ...fitted, tool_call_id: fitToolCallId(id, traits) }
  }
  if (!Array.isArray(calls)) return fitted
  const renamed = (calls as unknown[]).map((call, index) => {
    if (!isObject(call) || typeof call['id'] !== 'string') return call
    const short = fitToolCallId(call['id'], traits)
    if (short === call['id']) return call
    ledger.move(`${at}/tool_calls/${index}/id`, 'the provider requires tool call ids of nine characters')
    return { ...call, id: short }
  })
  return renamed.some((call, index) => call !== (calls as unknown[])[index]) ? { ...fitted, tool_calls: renamed } : fitted
}

/** Renames the reasoning of an assistant message to the member that the provider accepts, where it refuses the other one. */
function fitReasoning(message: WireObject, at: string, traits: TargetTraits, ledger: LossLedger): WireObject {
  const { reasoningHistoryField: name, unsupportedInMessages: refused } = traits
  if (name === undefined || message['role'] !== 'assistant' || typeof message[name] === 'string') return message
  const other = reasoningFields.find((field) => refused?.includes(field) === true && typeof message[field] === 'string')
  if (other === undefined) return message
  const { [other]: text, ...rest } = message
  ledger.move(`${at}/${other}`, `sent as ${name}`)
  return { ...rest, [name]: text }
}

/** Removes members that client libraries copy from replies and strict providers refuse: `refusal: null`, `annotations: []` … */
function withoutUnsupported(message: WireObject, at: string, { unsupportedInMessages }: TargetTraits, ledger: LossLedger): WireObject {
  const unknown = (unsupportedInMessages ?? []).filter((name) => name in message)
  if (unknown.length === 0) return message
  const rest: Record<string, unknown> = { ...message }
  for (const name of unknown) {
    const value = message[name]
    Reflect.deleteProperty(rest, name)
    // A refusal becomes the content of a message without content.
    if (name === 'refusal' && typeof value === 'string' && value !== '' && (rest['content'] ?? '') === '') {
      rest['content'] = value
      ledger.move(`${at}/refusal`, 'sent as the content')
      continue
    }
    const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!empty) ledger.drop(`${at}/${name}`, `the provider does not support ${name}`)
  }
  return rest
}
