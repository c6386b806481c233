import type { ResponsesInputTokens } from '../../../../generated/responses/model/index.js'
import { patchTopLevel } from '../../../json/body-patch.js'
import { isObject } from '../../../json/object.js'
import type { TokenCounting } from '../../dialect.js'
import { decodeRequest } from './request-decode.js'
import { encodeRequest } from './request-encode.js'

const counted = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'truncation',
] as const

/** `POST /v1/responses/input_tokens` (https://platform.openai.com/docs/api-reference/responses/input-tokens): the members that cost tokens. */
export const counting = {
  relayedRequest: (bytes, { model }) => patchTopLevel(bytes, { model: JSON.stringify(model) }),
  decodeRequest: (wire, { ledger, model }) => decodeRequest(wire, { ledger, model, stream: false }),
  encodeRequest(conversation, target) {
    const wire = encodeRequest(conversation, target)
    return Object.fromEntries(counted.flatMap((name) => (wire[name] === undefined ? [] : [[name, wire[name]]])))
  },
  decodeCount(wire) {
    const count = isObject(wire) ? wire['input_tokens'] : undefined
    return typeof count === 'number' ? count : undefined
  },
  encodeCount: (tokens): ResponsesInputTokens => ({ object: 'response.input_tokens', input_tokens: tokens }),
} satisfies TokenCounting
