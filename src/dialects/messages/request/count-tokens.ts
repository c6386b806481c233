import type { MessagesTokenCount } from '../../../../generated/messages/model/index.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { isObject } from '../../../json/object.js'
import { decodeRequest, type RequestDecodeContext } from './request-decode.js'
import { encodeRequest } from './request-encode.js'

const counted = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'] as const

/** A conversation as a body of `count_tokens`: the request without what does not change the number of its tokens. */
export function encodeCountRequest(conversation: ConversationRequest, target: Target): WireObject {
  const wire = encodeRequest(conversation, target)
  return Object.fromEntries(counted.flatMap((name) => (wire[name] === undefined ? [] : [[name, wire[name]]])))
}

/** The body of `count_tokens` in the exchange's words; it has no output limit. */
export function decodeCountRequest(wire: WireObject, context: RequestDecodeContext): ConversationRequest {
  const conversation = decodeRequest({ ...wire, max_tokens: 1 }, context)
  const { maxOutputTokens: _, ...settings } = conversation.settings
  return { ...conversation, stream: false, settings }
}

export function decodeCount(wire: unknown): number {
  const count = isObject(wire) ? wire['input_tokens'] : undefined
  if (typeof count === 'number') return count
  throw new GatewayFailure({
    kind: 'upstream_invalid',
    message: 'The upstream answered the question for a token count with something else.',
  })
}

export function encodeCount(tokens: number): MessagesTokenCount {
  return { input_tokens: tokens }
}
