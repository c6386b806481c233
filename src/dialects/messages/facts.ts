import type { DialectFacts } from '../facts.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { claudeAnswerSchemas, claudeToolSchemas } from '../claude-schemas.js'
import { awsExceptionEvent } from './aws-exception.js'
import { isOwnError, statusOf } from './error-encode.js'
import { tokenCosts } from './token-costs.js'
import { requireVersion, versionHeaders } from './version.js'

/** Also matches paths with `/v1` missing or repeated, or with a repeated slash. */
const anyBase = /^(?:\/+v1)*\/+messages(?:\/|$)/

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,128}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 128 },
  toolSchemas: claudeToolSchemas,
  answerSchemas: claudeAnswerSchemas,
  userIdLength: 256,
}

export const facts: DialectFacts = {
  version: {
    name: 'anthropic-version',
    // Version `2026-10-21` refuses `temperature`, `top_p`, `top_k` and citations in user text, which translated requests may have.
    own: '2023-06-01',
    clientHeaders: versionHeaders,
  },
  betaHeaders: ['anthropic-beta'],
  rateLimitHeaders: 'anthropic-ratelimit-',
  severalAnswers: false,
  tokens: tokenCosts,
  accepts,
  awsExceptionEvent,
  endpoint: '/v1/messages',
  operations: [{ whole: 'createMessage', streamed: 'createMessage' }],
  framing: () => 'sse',
  family: 'anthropic',
  decidingMembers: ['messages', 'system', 'tools', 'tool_choice', 'max_tokens', 'container', 'diagnostics'],
  // Clients with a wrong base URL get their error in this dialect too.
  ownsPath: (path) => path === '/v1/messages' || anyBase.test(path),
  libraryHeaders: versionHeaders,
  furtherHeaders: ['anthropic-dangerous-direct-browser-access'],
  checkHeaders: requireVersion,
  credentialHeaders: ['x-api-key'],
  // https://platform.claude.com/docs/en/api/rate-limits#response-headers
  limitHeaders: {
    requests: {
      limit: 'anthropic-ratelimit-requests-limit',
      remaining: 'anthropic-ratelimit-requests-remaining',
      reset: 'anthropic-ratelimit-requests-reset',
    },
    tokens: {
      limit: 'anthropic-ratelimit-tokens-limit',
      remaining: 'anthropic-ratelimit-tokens-remaining',
      reset: 'anthropic-ratelimit-tokens-reset',
    },
  },
  requestIdHeader: 'request-id',
  heartbeat: 'event: ping\ndata: {"type": "ping"}\n\n',
  usagePlace: { whole: 'usage', streamed: ['usage'], beforeEnd: true },
  endsAtMark: true,
  errorStatus: statusOf,
  isOwnError,
}
