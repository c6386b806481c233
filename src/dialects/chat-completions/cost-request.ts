import { patchTopLevel } from '../../json/body-patch.js'
import { isObject } from '../../json/object.js'
import type { WireObject } from '../dialect.js'

interface Body {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** Whether a body requests the cost in the reply's usage, as OpenRouter documents it (https://openrouter.ai/docs/use-cases/usage-accounting). */
export function hasCostRequest({ usage }: WireObject): boolean {
  return isObject(usage) && usage['include'] === true
}

/** The request of a client that wants the cost: a stream is asked for its usage. */
export function withUsageRequest(body: Body): Body {
  const { wire, bytes } = body
  if (wire['stream'] !== true) return body
  const options = isObject(wire['stream_options']) ? wire['stream_options'] : {}
  if (options['include_usage'] === true) return body
  const streamOptions = { ...options, include_usage: true }
  return {
    wire: { ...wire, stream_options: streamOptions },
    bytes: patchTopLevel(bytes, { stream_options: JSON.stringify(streamOptions) }),
  }
}
