import { removeTopLevel, patchTopLevel } from '../../json/body-patch.js'
import { isObject } from '../../json/object.js'
import type { WireObject } from '../dialect.js'

interface Body {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** Whether the body asks for the cost in the reply's usage, in OpenRouter's words (https://openrouter.ai/docs/use-cases/usage-accounting). */
export function asksForCost({ usage }: WireObject): boolean {
  return isObject(usage) && usage['include'] === true
}

/** The body without that question, which is for the gateway. A stream in which the cost is to stand is asked for its usage. */
export function withoutCostQuestion({ wire, bytes }: Body, wantsCost: boolean): Body {
  const { usage, ...others } = wire
  const asked = usage === undefined ? { wire, bytes } : { wire: others, bytes: removeTopLevel(bytes, ['usage']) }
  if (!wantsCost || wire['stream'] !== true) return asked
  const options = isObject(wire['stream_options']) ? wire['stream_options'] : {}
  if (options['include_usage'] === true) return asked
  const told = { ...options, include_usage: true }
  return { wire: { ...asked.wire, stream_options: told }, bytes: patchTopLevel(asked.bytes, { stream_options: JSON.stringify(told) }) }
}
