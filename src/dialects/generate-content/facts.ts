import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import type { Accepts } from '../../exchange/fitting/accepts.js'
import { geminiModel } from './models.js'
import { isOwnError } from './error.js'
import type { TokenCosts } from '../token-costs.js'

/** The end of a path below `/v1/models/` that calls a method of the model: `:generateContent`. */
const verb = /(?::|%3A)[A-Za-z]+$/i

const tokens: TokenCosts = {
  textFactor: 1,
  declarationFactor: 1,
  request: 0,
  turn: 0,
  tools: 0,
  call: 8,
  functions: 'typescript',
  image: ({ width, height }) => (Math.max(width, height) <= 384 ? 258 : 258 * Math.ceil(width / 768) * Math.ceil(height / 768)),
  page: 258,
  second: 32,
}

const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/, forbidden: /[^a-zA-Z0-9_.-]/g, maxLength: 64 },
  // A schema whose `required` names an undeclared property is a 400: "property is not defined".
  toolSchemas: { complete: false, rootCombinators: true, requiredAreDeclared: true },
  formatBesideTools: (model) => geminiModel(model)?.formatBesideTools ?? true,
}

export const facts: DialectFacts = {
  betaHeaders: [],
  rateLimitHeaders: 'x-ratelimit-',
  severalAnswers: true,
  tokens,
  accepts,
  endpoint: ':generateContent',
  operations: [
    { whole: 'generateContent', streamed: 'streamGenerateContent' },
    { whole: 'generateContentV1', streamed: 'streamGenerateContentV1' },
  ],
  framing: (query) => (query.get('alt') === 'sse' ? 'sse' : 'json-array'),
  family: 'gemini',
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
