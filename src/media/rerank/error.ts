import type { GatewayError } from '../../exchange/error.js'
import { isObject } from '../../json/object.js'

/** An error object where a ranking was expected: Cohere's `{message}`, Jina's `{detail}`, OpenAI's envelope. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (!isObject(wire) || 'results' in wire || 'data' in wire) return undefined
  const { message, detail, error } = wire
  const inner = isObject(error) ? error['message'] : error
  const words = [message, detail, inner].find((value) => typeof value === 'string')
  return words === undefined ? undefined : { kind: 'upstream_invalid', message: words.slice(0, 2000) }
}
