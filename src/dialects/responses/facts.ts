import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import { accepts } from './accepts.js'
import { isOpenAIError } from '../openai-error.js'
import { openaiHeaders } from '../openai-headers.js'
import { openaiTokenCosts } from '../openai-token-costs.js'

export const facts: DialectFacts = {
  betaHeaders: ['openai-beta'],
  rateLimitHeaders: 'x-ratelimit-',
  severalAnswers: false,
  tokens: openaiTokenCosts,
  accepts,
  endpoint: '/v1/responses',
  operations: [{ whole: 'createResponse', streamed: 'createResponse' }],
  framing: () => 'sse',
  modelLists: 'openai',
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
