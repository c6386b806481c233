import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import { isOpenAIError } from '../openai-error.js'
import { openaiTokenCosts } from '../openai-token-costs.js'

export const facts: DialectFacts = {
  betaHeaders: ['openai-beta'],
  tokens: openaiTokenCosts,
  endpoint: '/v1/responses',
  operations: [{ whole: 'createResponse', streamed: 'createResponse' }],
  framing: () => 'sse',
  modelLists: 'openai',
  ownsPath: (path) => path === '/v1/responses' || path.startsWith('/v1/responses/'),
  libraryHeaders: [],
  credentialHeaders: [],
  heartbeat: ': keep-alive\n\n',
  endsAtMark: true,
  errorStatus: statusOf,
  isOwnError: isOpenAIError,
}
