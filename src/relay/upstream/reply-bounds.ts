import type { GatewayError } from '../../exchange/error.js'
import { countValues } from '../../json/count-values.js'

/** Shorter texts cannot exceed the limits and are not counted. */
const counted = 65_536
/** Twenty alternatives for each of several thousand tokens are within these; a million empty choices are not. */
const limits = { depth: 1000, values: 2_000_000, keys: 1_000_000 }
const nobody = { key: () => undefined }

/** Whether a provider's JSON can be parsed without delaying other requests (promises P24). */
export function isParsable(text: Buffer | string): boolean {
  return text.length < counted || countValues(text.toString(), limits, nobody).excess === undefined
}

export const tooManyValues: GatewayError = {
  kind: 'upstream_invalid',
  message: "The provider's answer holds more values than this gateway reads.",
}
