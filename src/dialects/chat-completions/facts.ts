import { statusOf } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import { isOpenAIError } from '../openai-error.js'

export const facts: DialectFacts = {
  betaHeaders: ['openai-beta'],
  endpoint: '/v1/chat/completions',
  ownsPath: (path) => path === '/v1/chat/completions',
  libraryHeaders: [],
  credentialHeaders: [],
  heartbeat: ': keep-alive\n\n',
  // The usage comes after the last finish reason, and `[DONE]` after that.
  endsAtMark: false,
  // Clients get Gemini's signatures under the name that Google's own endpoint gives them.
  unsealedProof: Buffer.from('"thought_signature"'),
  errorStatus: statusOf,
  isOwnError: isOpenAIError,
}
