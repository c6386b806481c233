import { isObject } from '../json/object.js'
import type { WireObject } from './dialect.js'

/** The request with these members alone: the others cost no tokens, and are refused where tokens are counted. */
export function onlyMembers<Wire extends object>(wire: Wire, names: readonly (keyof Wire & string)[]): WireObject {
  return Object.fromEntries(names.flatMap((name) => (wire[name] === undefined ? [] : [[name, wire[name]]])))
}

/** The number in a reply of Anthropic's or OpenAI's endpoint that counts tokens. */
export function inputTokensIn(wire: unknown): number | undefined {
  const count = isObject(wire) ? wire['input_tokens'] : undefined
  return typeof count === 'number' ? count : undefined
}
