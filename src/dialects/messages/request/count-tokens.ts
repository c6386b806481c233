import type { MessagesTokenCount } from '../../../../generated/messages/model/index.js'
import { patchTopLevel } from '../../../json/body-patch.js'
import { inputTokensIn, onlyMembers } from '../../counted-tokens.js'
import type { TokenCounting } from '../../dialect.js'
import { decodeRequest } from './request-decode.js'
import { encodeRequest } from './request-encode.js'

const counted = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'] as const

/** `POST /v1/messages/count_tokens` (https://platform.claude.com/docs/en/api/messages-count-tokens): only the members that cost tokens. */
export const counting = {
  operations: ['countMessageTokens'],
  relayedRequest: (bytes, { model }) => patchTopLevel(bytes, { model: JSON.stringify(model) }),
  decodeRequest(wire, { ledger, model }) {
    const conversation = decodeRequest({ ...wire, max_tokens: 1 }, { ledger, model, stream: false })
    const { maxOutputTokens: _, ...settings } = conversation.settings
    return { ...conversation, stream: false, settings }
  },
  encodeRequest: (conversation, target) => onlyMembers(encodeRequest(conversation, target), counted),
  decodeCount: inputTokensIn,
  encodeCount: (tokens): MessagesTokenCount => ({ input_tokens: tokens }),
} satisfies TokenCounting
