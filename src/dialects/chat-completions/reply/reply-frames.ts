import type { Usage } from '../../../exchange/usage.js'
import { encodeUsage } from './usage.js'
import { isObject, listOf, objectOf, objectsOf, textOf, type JsonObject } from '../../../json/object.js'

/** Whether a reply has at least one choice. */
export function hasAnswer(wire: unknown): wire is JsonObject {
  return isObject(wire) && objectsOf(wire.choices).length > 0
}

/** The stream chunks of a whole reply: for each choice one with its message and one with its finish reason, then one with the usage. */
export function framesOfReply(wire: unknown): string | undefined {
  if (!hasAnswer(wire)) return undefined
  const { choices, usage, ...rest } = wire
  const head = { ...rest, object: 'chat.completion.chunk' }
  let frames = ''
  for (const [position, choice] of objectsOf(choices).entries()) {
    const { message, finish_reason: reason, index = position, ...members } = choice
    const delta = { ...objectOf(message) }
    const calls = listOf(delta.tool_calls)
    if (calls.length > 0) delta.tool_calls = calls.map((call, place) => (isObject(call) ? { index: place, ...call } : call))
    const end = textOf(reason) ?? (calls.length > 0 ? 'tool_calls' : 'stop')
    frames += frame({ ...head, choices: [{ ...members, index, delta, finish_reason: null }] })
    frames += frame({ ...head, choices: [{ index, delta: {}, finish_reason: end }] })
  }
  if (isObject(usage)) frames += frame({ ...head, choices: [], usage })
  return `${frames}data: [DONE]\n\n`
}

/** The last chunk of a stream whose provider reports no usage. */
export function usageFrame(usage: Usage): string {
  return frame({ id: '', object: 'chat.completion.chunk', created: 0, model: '', choices: [], usage: encodeUsage(usage) })
}

function frame(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}
