import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import { accepts } from './accepts.js'
import { isOwnError } from './error.js'
import { tokenCosts } from './token-costs.js'

/** The end of a path below `/v1/models/` that calls a method of the model: `:generateContent`. */
const verb = /(?::|%3A)[A-Za-z]+$/i

export const facts: DialectFacts = {
  betaHeaders: [],
  rateLimitHeaders: 'x-ratelimit-',
  severalAnswers: true,
  tokens: tokenCosts,
  accepts,
  endpoint: ':generateContent',
  operations: [
    { whole: 'generateContent', streamed: 'streamGenerateContent' },
    { whole: 'generateContentV1', streamed: 'streamGenerateContentV1' },
  ],
  framing: (query) => (query.get('alt') === 'sse' ? 'sse' : 'json-array'),
  modelLists: 'gemini',
  decidingMembers: [
    ...['contents', 'systemInstruction', 'system_instruction', 'generationConfig', 'generation_config', 'tools'],
    ...['cachedContent', 'cached_content', 'generateContentRequest'],
  ],
  ownsPath: (path) => /^\/+v1(?:beta|alpha)\//.test(path) || (/^(?:\/+v1)*\/+models\//.test(path) && verb.test(path)),
  libraryHeaders: ['x-goog-api-key', 'x-goog-api-client'],
  furtherHeaders: ['x-goog-user-project', 'x-server-timeout'],
  credentialHeaders: ['x-goog-api-key'],
  credentialParameter: { below: '/v1beta/', name: 'key' },
  // Its clients parse every line as a chunk: they accept no heartbeat.
  heartbeat: '',
  // Chunks after the finish reason may have usage.
  usagePlace: { whole: 'usageMetadata', streamed: ['usageMetadata'], beforeEnd: false },
  endsAtMark: false,
  errorStatus: statusOf,
  isOwnError,
}
