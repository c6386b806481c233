import type { UpstreamHalf, WireObject } from '../dialect.js'
import { openaiTokenCosts } from '../openai-token-costs.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { claudeAnswerSchemas, claudeToolSchemas } from '../claude-schemas.js'
import { decodeError, readErrorInReply } from './error.js'
import { decodeReply } from './reply/reply-decode.js'
import { encodeRequest } from './request/request-encode.js'
import { ConverseStreamDecoder } from './reply/stream-decode.js'
import { ConverseStreamTap } from './reply/stream-tap.js'
import { decodeUsage } from './reply/usage.js'
import { isObject } from '../../json/object.js'

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 },
  toolSchemas: claudeToolSchemas,
  answerSchemas: claudeAnswerSchemas,
}

/**
 * Amazon Bedrock's Converse, `POST /model/{modelId}/converse`
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html); it has no client half.
 */
export const bedrockConverseDialect: UpstreamHalf = {
  name: 'bedrock-converse',
  facts: { betaHeaders: [], rateLimitHeaders: 'x-ratelimit-', severalAnswers: false, tokens: openaiTokenCosts, accepts },
  encodeRequest: (conversation, target): WireObject => ({ ...encodeRequest(conversation, target) }),
  decodeReply,
  createStreamDecoder: (context) => new ConverseStreamDecoder(context),
  decodeError,
  createStreamTap: () => new ConverseStreamTap(),
  readUsage: (wire) => (isObject(wire) ? decodeUsage(wire['usage'], wire['serviceTier']) : undefined),
  readErrorInReply,
}
