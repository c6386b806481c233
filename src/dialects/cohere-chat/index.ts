import type { CohereChatReply } from '../../../generated/cohere-chat/model/index.js'
import type { UpstreamHalf, WireObject } from '../dialect.js'
import { openaiTokenCosts } from '../openai-token-costs.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { decodeError, readErrorInReply } from './error.js'
import { decodeReply } from './reply/reply-decode.js'
import { encodeRequest } from './request/request-encode.js'
import { CohereStreamDecoder } from './reply/stream-decode.js'
import { CohereStreamTap } from './reply/stream-tap.js'
import { decodeUsage } from './reply/usage.js'

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,255}$/, forbidden: /[^a-zA-Z0-9_]/g, maxLength: 256 },
  toolSchemas: { complete: true, rootCombinators: true },
  // "response_format is not supported with tools".
  formatBesideTools: () => false,
}

/** Cohere's native chat, `POST /v2/chat` (https://docs.cohere.com/reference/chat); it has no client half. */
export const cohereChatDialect: UpstreamHalf = {
  name: 'cohere-chat',
  facts: { betaHeaders: [], rateLimitHeaders: 'x-ratelimit-', severalAnswers: false, tokens: openaiTokenCosts, accepts },
  encodeRequest: (conversation, target): WireObject => ({ ...encodeRequest(conversation, target) }),
  decodeReply,
  createStreamDecoder: (context) => new CohereStreamDecoder(context),
  decodeError,
  createStreamTap: () => new CohereStreamTap(),
  readUsage: (wire) => (typeof wire === 'object' && wire !== null ? decodeUsage((wire as Partial<CohereChatReply>).usage) : undefined),
  readErrorInReply,
}
