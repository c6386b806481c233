import type { Reply } from '../../exchange/reply.js'
import { LossLedger } from '../../exchange/ledger.js'
import { partsOfReply } from '../../exchange/reply-parts.js'
import { encodeReply } from '../../media/completions/reply.js'
import { decodeRequest, type DecodedCompletion } from '../../media/completions/request.js'
import { CompletionStreamEncoder } from '../../media/completions/stream-encode.js'
import { addUsage } from '../../media/usage.js'
import { defined, listOf } from '../../json/object.js'
import { composeReply } from '../conversation/compose.js'
import { inSmallPieces } from '../conversation/small-pieces.js'
import { plainScript, type MockAnswer } from '../whole-answer.js'
import { wholeMedia } from './media-reply.js'
import type { MediaQuestion } from './media-question.js'

const usualText = ' At six.'

/** `POST /v1/completions`: as many texts for each prompt as requested. */
export function completionsAnswer({ request, wire, model, stream, newId, now, error }: MediaQuestion): MockAnswer {
  const { suffix: _suffix, prompt, ...rest } = wire
  const decoded = decodeRequest({ ...rest, prompt: textsOf(prompt) }, new LossLedger())
  const context = { asked: model, now, newId }
  const replies = decoded.prompts.map((_, index) =>
    composeReply(decoded.conversation(index, decoded.count), { usualText, echo: false, bareText: false, newId }),
  )
  if (!stream) return wholeMedia(encodeReply(replies, decoded, context))
  const encoder = new CompletionStreamEncoder(decoded, context)
  return { script: plainScript(request, encoder.write(inSmallPieces(partsOfReply(joined(replies, decoded)))), error) }
}

/** Prompts of token numbers as texts. */
function textsOf(prompt: unknown): unknown {
  if (!Array.isArray(prompt)) return prompt
  if (typeof prompt[0] === 'number') return prompt.join(' ')
  return listOf(prompt).map((entry) => (Array.isArray(entry) ? entry.join(' ') : entry))
}

/** All choices in one reply, numbered as in a whole reply. */
function joined(replies: readonly Reply[], { count }: DecodedCompletion): Reply {
  const choices = replies.flatMap((reply, prompt) => reply.choices.map((choice) => ({ ...choice, index: prompt * count + choice.index })))
  const usage = addUsage(replies.map((reply) => reply.usage))
  return defined({ id: '', model: '', choices, usage })
}
