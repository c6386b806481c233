import type { UpstreamHalf, WireObject } from '../dialect.js'
import { openaiTokenCosts } from '../openai-token-costs.js'
import { accepts } from './accepts.js'
import { decodeError, readErrorInReply } from './error.js'
import { decodeReply } from './reply/reply-decode.js'
import { encodeRequest } from './request/request-encode.js'
import { ConverseStreamDecoder } from './reply/stream-decode.js'
import { ConverseStreamTap } from './reply/stream-tap.js'
import { decodeUsage } from './reply/usage.js'
import { isObject } from '../../json/object.js'

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
