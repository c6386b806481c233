import type { MessagesTokenCount } from '../../../../generated/messages/model/index.js'
import { patchTopLevel } from '../../../json/body-patch.js'
import type { TokenCounting } from '../../dialect.js'
import { isObject } from '../../../json/object.js'
import { decodeRequest } from './request-decode.js'
import { encodeRequest } from './request-encode.js'

const counted = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'] as const

/** `POST /v1/messages/count_tokens` (https://platform.claude.com/docs/en/api/messages-count-tokens): only the members that cost tokens. */
export const counting = {
  relayedRequest: (bytes, { model }) => patchTopLevel(bytes, { model: JSON.stringify(model) }),
  decodeRequest(wire, { ledger, model }) {
    const conversation = decodeRequest({ ...wire, max_tokens: 1 }, { ledger, model, stream: false })
    const { maxOutputTokens: _, ...settings } = conversation.settings
    return { ...conversation, stream: false, settings }
  },
  encodeRequest(conversation, target) {
    const wire = encodeRequest(conversation, target)
    return Object.fromEntries(counted.flatMap((name) => (wire[name] === undefined ? [] : [[name, wire[name]]])))
  },
  decodeCount(wire) {
    const count = isObject(wire) ? wire['input_tokens'] : undefined
    return typeof count === 'number' ? count : undefined
  },
  encodeCount: (tokens): MessagesTokenCount => ({ input_tokens: tokens }),
} satisfies TokenCounting
