import type { GatewayError } from '../../exchange/error.js'
import { countValues, fewValuesLength, unwatched, type JsonLimits } from '../../json/count-values.js'

/** For an event, which is parsed in one turn of the event loop. Twenty alternatives for each of four thousand tokens are within these; a million empty choices are not. */
const ofEvent: JsonLimits = { depth: 1000, values: 800_000, keys: 400_000, names: 16_384 }

/** Whether the JSON of a provider's event can be parsed without delaying other requests. */
export function isParsable(text: Buffer | string): boolean {
  return text.length < fewValuesLength || countValues(text.toString(), ofEvent, unwatched).excess === undefined
}

export const tooManyValues: GatewayError = {
  kind: 'upstream_invalid',
  message: "The provider's answer holds more values than this gateway reads.",
}

/** Most bytes of an error's body that are read. */
export const mostErrorBytes = 256 * 1024
