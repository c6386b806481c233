import type { DialectFacts } from '../facts.js'
import { accepts } from './accepts.js'
import { awsExceptionEvent } from './aws-exception.js'
import { isOwnError, statusOf } from './error-encode.js'
import { tokenCosts } from './token-costs.js'
import { requireVersion, versionHeaders } from './version.js'

/** With `/v1` too often or missing, or a slash too many. */
const anyBase = /^(?:\/+v1)*\/+messages(?:\/|$)/

export const facts: DialectFacts = {
  version: {
    name: 'anthropic-version',
    // `2026-10-21` took `temperature`, `top_p` and `top_k` away and refuses cited user text: what a translation writes is valid before it.
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
  modelLists: 'anthropic',
  decidingMembers: ['messages', 'system', 'tools', 'tool_choice', 'max_tokens'],
  // Clients whose base URL has `/v1` already, or has it missing, are answered in their own style too.
  ownsPath: (path) => path === '/v1/messages' || anyBase.test(path),
  libraryHeaders: versionHeaders,
  furtherHeaders: ['anthropic-dangerous-direct-browser-access'],
  checkHeaders: requireVersion,
  credentialHeaders: ['x-api-key'],
  requestIdHeader: 'request-id',
  heartbeat: 'event: ping\ndata: {"type": "ping"}\n\n',
  endsAtMark: true,
  errorStatus: statusOf,
  isOwnError,
}
