import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { isOpenAIError } from '../openai-error.js'
import { openaiHeaders } from '../openai-headers.js'
import { openaiToolSchemas } from '../openai-schemas.js'
import { openaiTokenCosts } from '../openai-token-costs.js'

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,128}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 128 },
  toolSchemas: openaiToolSchemas,
  userIdLength: 64,
}

export const facts: DialectFacts = {
  betaHeaders: ['openai-beta'],
  rateLimitHeaders: 'x-ratelimit-',
  severalAnswers: false,
  tokens: openaiTokenCosts,
  accepts,
  endpoint: '/v1/responses',
  operations: [{ whole: 'createResponse', streamed: 'createResponse' }],
  framing: () => 'sse',
  family: 'openai',
  decidingMembers: [
    'input',
    'instructions',
    'tools',
    'tool_choice',
    'max_output_tokens',
    'previous_response_id',
    'conversation',
    'store',
    'background',
  ],
  ownsPath: (path) => path === '/v1/responses' || path.startsWith('/v1/responses/'),
  libraryHeaders: [],
  furtherHeaders: openaiHeaders,
  credentialHeaders: [],
  heartbeat: ': keep-alive\n\n',
  usagePlace: { whole: 'usage', streamed: ['response', 'usage'], beforeEnd: false },
  endsAtMark: true,
  errorStatus: statusOf,
  isOwnError: isOpenAIError,
}
