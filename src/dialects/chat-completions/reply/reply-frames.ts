import type { Usage } from '../../../exchange/usage.js'
import { encodeUsage } from './usage.js'
import { isShort } from '../../../json/stepped-write.js'
import { isObject, listOf, objectOf, objectsOf, textOf, type JsonObject } from '../../../json/object.js'

/** Whether a reply has at least one choice. */
export function hasAnswer(wire: unknown): wire is JsonObject {
  return isObject(wire) && objectsOf(wire.choices).length > 0
}

/** The stream chunks of a whole reply: for each choice one with its message and one with its finish reason, then one with the usage. */
export function framesOfReply(wire: unknown): Iterable<string> | undefined {
  return hasAnswer(wire) ? framesOf(wire) : undefined
}

function* framesOf({ choices, usage, ...rest }: JsonObject): Generator<string> {
  const repeated = headOf(rest)
  // Only once: with many choices, large unknown members would become too many bytes.
  let head = { ...rest, ...repeated }
  for (const [position, choice] of objectsOf(choices).entries()) {
    const { message, finish_reason: reason, index = position, ...members } = choice
    const delta = { ...objectOf(message) }
    const calls = listOf(delta.tool_calls)
    if (calls.length > 0) delta.tool_calls = calls.map((call, place) => (isObject(call) ? { index: place, ...call } : call))
    const end = textOf(reason) ?? (calls.length > 0 ? 'tool_calls' : 'stop')
    yield frame({ ...head, choices: [{ ...members, index, delta, finish_reason: null }] })
    head = repeated
    yield frame({ ...head, choices: [{ index, delta: {}, finish_reason: end }] })
  }
  if (isObject(usage)) yield frame({ ...head, choices: [], usage })
  yield 'data: [DONE]\n\n'
}

/** The members that every chunk has. */
function headOf(reply: JsonObject): JsonObject {
  const members = ['id', 'created', 'model', 'service_tier', 'system_fingerprint'].map((name) => [name, reply[name]] as const)
  const short = members.filter(([, value]) => value !== undefined && isShort(value, longestInHead))
  return { ...Object.fromEntries(short), object: 'chat.completion.chunk' }
}

/** Characters of a value that every chunk repeats. */
const longestInHead = 1000

/** The last chunk of a stream whose provider reports no usage. */
export function usageFrame(usage: Usage): string {
  return frame({ id: '', object: 'chat.completion.chunk', created: 0, model: '', choices: [], usage: encodeUsage(usage) })
}

function frame(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}
