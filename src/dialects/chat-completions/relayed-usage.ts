import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import type { RelayedTarget, WireObject } from '../dialect.js'
import { isObject, parseObject } from '../../json/object.js'

/** The model, and the question for the usage of a stream, which the gateway needs in any case. */
export function relayedMembers(wire: WireObject, { model, stream, traits }: RelayedTarget): Readonly<Record<string, string>> {
  const name = JSON.stringify(model)
  if (!stream || asksForUsage(wire) || traits.unsupported?.includes('stream_options') === true) return { model: name }
  const options = isObject(wire['stream_options']) ? wire['stream_options'] : {}
  return { model: name, stream_options: JSON.stringify({ ...options, include_usage: true }) }
}

/** A client that did not ask for the usage is not shown the chunk that has it. */
export function relayedEvents(wire: WireObject): ((event: ServerSentEvent) => string | undefined) | undefined {
  return asksForUsage(wire) ? undefined : withoutUsageChunk
}

function withoutUsageChunk({ data }: ServerSentEvent): string | undefined {
  return isUsageChunk(data) ? '' : undefined
}

function asksForUsage(wire: WireObject): boolean {
  const { stream_options: options } = wire
  return isObject(options) && options['include_usage'] === true
}

function isUsageChunk(data: string): boolean {
  if (!data.includes('"usage"') || !/"choices"\s*:\s*\[\s*\]/.test(data)) return false
  const chunk = parseObject(data)
  return Array.isArray(chunk?.['choices']) && chunk['choices'].length === 0 && isObject(chunk['usage'])
}
