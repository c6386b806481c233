import type { ResponsesInputTokens } from '../../../../generated/responses/model/index.js'
import { patchTopLevel } from '../../../json/body-patch.js'
import { inputTokensIn, onlyMembers } from '../../counted-tokens.js'
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
  operations: ['countResponseInputTokens'],
  relayedRequest: (bytes, { model }) => patchTopLevel(bytes, { model: JSON.stringify(model) }),
  decodeRequest: (wire, { ledger, model }) => decodeRequest(wire, { ledger, model, stream: false }),
  encodeRequest: (conversation, target) => onlyMembers(encodeRequest(conversation, target), counted),
  decodeCount: inputTokensIn,
  encodeCount: (tokens): ResponsesInputTokens => ({ object: 'response.input_tokens', input_tokens: tokens }),
} satisfies TokenCounting
