import { removeTopLevel, patchTopLevel } from '../../json/body-patch.js'
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

/** Removes this request from the body, since the gateway reports the cost. A stream whose client wants the cost is asked for its usage. */
export function withoutCostRequest({ wire, bytes }: Body, wantsCost: boolean): Body {
  const { usage, ...others } = wire
  const withoutUsage = usage === undefined ? { wire, bytes } : { wire: others, bytes: removeTopLevel(bytes, ['usage']) }
  if (!wantsCost || wire['stream'] !== true) return withoutUsage
  const options = isObject(wire['stream_options']) ? wire['stream_options'] : {}
  if (options['include_usage'] === true) return withoutUsage
  const streamOptions = { ...options, include_usage: true }
  return {
    wire: { ...withoutUsage.wire, stream_options: streamOptions },
    bytes: patchTopLevel(withoutUsage.bytes, { stream_options: JSON.stringify(streamOptions) }),
  }
}
