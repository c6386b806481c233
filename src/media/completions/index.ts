import { chatCompletionsDialect } from '../../dialects/chat-completions/index.js'
import { readErrorInReply } from '../openai-error.js'
import { upstreamDialects } from '../../dialects/registry.js'
import { refuse } from '../../exchange/error.js'
import { tooManyRequests, unsupported, type MediaCodec } from '../media.js'
import { isObject } from '../../json/object.js'
import { readTokenUsage } from '../usage.js'
import { completionsFacts } from './facts.js'
import { encodeReply } from './reply.js'
import { decodeRequest } from './request.js'
import { CompletionStreamEncoder } from './stream-encode.js'
import { CompletionStreamTap } from './stream-tap.js'

/** `POST /v1/completions`: relayed to a completions provider, sent as conversations to one that has chat only. */
export const completions: MediaCodec = {
  task: 'completions',
  plan(request, target) {
    if (target.format === 'openai') return { type: 'relay', endpoint: 'completions' }
    if (target.dialect === undefined) throw unsupported(completionsFacts, target.asked)
    const decoded = decodeRequest(request, target.ledger)
    const { prompts, count } = decoded
    const together = upstreamDialects[target.dialect].facts.severalAnswers
    if (request['stream'] === true && prompts.length > 1)
      throw refuse('/prompt', "This model's provider has chat only, where a stream answers one prompt: send the prompts one by one.")
    if (request['stream'] === true && count > 1 && !together) throw refuse('/n', "This model's provider streams one answer only.")
    const requestCount = together ? prompts.length : prompts.length * count
    if (requestCount > target.mostRequests) throw tooManyRequests('/prompt', requestCount, target)
    const conversations = prompts.flatMap((_, index) =>
      together ? [decoded.conversation(index, count)] : Array.from({ length: count }, () => decoded.conversation(index, 1)),
    )
    return {
      type: 'conversation',
      requests: conversations,
      encodeReply: (replies) => encodeReply(replies, decoded, target),
      createStreamEncoder: () => new CompletionStreamEncoder(decoded, target),
    }
  },
  relayedAs: chatCompletionsDialect,
  readUsage: (wire) => (isObject(wire) ? readTokenUsage(wire['usage']) : undefined),
  readErrorInReply,
  createStreamTap: () => new CompletionStreamTap(),
}
