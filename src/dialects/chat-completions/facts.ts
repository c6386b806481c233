import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { isOpenAIError } from '../openai-error.js'
import { openaiHeaders } from '../openai-headers.js'
import { openaiToolSchemas } from '../openai-schemas.js'
import { openaiTokenCosts } from '../openai-token-costs.js'

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 },
  toolSchemas: openaiToolSchemas,
  userIdLength: 64,
}

export const facts: DialectFacts = {
  betaHeaders: ['openai-beta'],
  rateLimitHeaders: 'x-ratelimit-',
  severalAnswers: true,
  tokens: { ...openaiTokenCosts, extraToolTokens: { models: /(?:^|\/)gpt-5/, tokens: 84 } },
  accepts,
  endpoint: '/v1/chat/completions',
  operations: [{ whole: 'createChatCompletion', streamed: 'createChatCompletion' }],
  framing: () => 'sse',
  family: 'openai',
  decidingMembers: ['messages', 'tools', 'tool_choice', 'functions', 'max_tokens', 'max_completion_tokens', 'stream_options'],
  ownsPath: (path) => path === '/v1/chat/completions' || path.startsWith('/v1/chat/completions/'),
  libraryHeaders: [],
  furtherHeaders: openaiHeaders,
  credentialHeaders: [],
  heartbeat: ': keep-alive\n\n',
  // The usage comes after the last finish reason, and `[DONE]` after that.
  usagePlace: { whole: 'usage', streamed: ['usage'], beforeEnd: false },
  endsAtMark: false,
  // Clients get Gemini's signatures unsealed, in the member that Google's OpenAI-compatible endpoint has for them.
  unsealedProof: Buffer.from('"thought_signature"'),
  errorStatus: statusOf,
  isOwnError: isOpenAIError,
}
