import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import type { RelayedTarget, WireObject } from '../dialect.js'
import { isObject, parseObject } from '../../json/object.js'

/** The model, and `stream_options.include_usage`, since the gateway needs the usage of every stream. */
export function relayedMembers(wire: WireObject, { model, stream, traits }: RelayedTarget): Readonly<Record<string, string>> {
  const name = JSON.stringify(model)
  if (!stream || requestsUsage(wire) || traits.unsupported?.includes('stream_options') === true) return { model: name }
  const options = isObject(wire['stream_options']) ? wire['stream_options'] : {}
  return { model: name, stream_options: JSON.stringify({ ...options, include_usage: true }) }
}

/** Removes the usage chunk for clients that did not request it. */
export function relayedEvents(wire: WireObject): ((event: ServerSentEvent) => string | undefined) | undefined {
  return requestsUsage(wire) ? undefined : withoutUsageChunk
}

function withoutUsageChunk({ data }: ServerSentEvent): string | undefined {
  return isUsageChunk(data) ? '' : undefined
}

function requestsUsage(wire: WireObject): boolean {
  const { stream_options: options } = wire
  return isObject(options) && options['include_usage'] === true
}

function isUsageChunk(data: string): boolean {
  if (!data.includes('"usage"') || !/"choices"\s*:\s*\[\s*\]/.test(data)) return false
  const chunk = parseObject(data)
  return Array.isArray(chunk?.['choices']) && chunk['choices'].length === 0 && isObject(chunk['usage'])
}
