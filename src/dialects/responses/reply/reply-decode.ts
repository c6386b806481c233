import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure, type GatewayError } from '../../../exchange/error.js'
import type { Reply, TokenLogprob } from '../../../exchange/reply.js'
import { readOpenAIError } from '../../openai-error.js'
import { decodeResponsesError } from '../error.js'
import { decodeFinish } from './finish.js'
import { decodeOutputItem } from './output-decode.js'
import { hasAnswer } from './reply-events.js'
import { usageOf } from './usage.js'
import { defined, isObject, numberOf, objectsOf, textOrEmpty } from '../../../json/object.js'

/** Decodes a response object of an upstream. It has one choice. */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const error = readErrorInReply(wire)
  if (error !== undefined) throw new GatewayFailure(error)
  if (!hasAnswer(wire)) {
    throw new GatewayFailure({ kind: 'upstream_invalid', message: 'The reply of the provider is not a response object.' })
  }
  const logprobs: TokenLogprob[] = []
  const parts = objectsOf(wire['output']).flatMap((item) => decodeOutputItem(item, context.newId, logprobs))
  const hasCalls = parts.some((part) => part.type === 'tool-call')
  const usage = usageOf(wire)
  const createdAt = numberOf(wire['created_at'])
  const finish = decodeFinish(wire['status'], wire['incomplete_details'], hasCalls)
  return defined({
    id: textOrEmpty(wire['id']),
    model: textOrEmpty(wire['model']),
    createdAt: createdAt === undefined ? undefined : Math.floor(createdAt),
    choices: [defined({ index: 0, parts, finish, logprobs: logprobs.length === 0 ? undefined : logprobs })],
    usage,
    serviceTier: typeof wire['service_tier'] === 'string' ? wire['service_tier'] : undefined,
  })
}

/** The error in a reply with status 200: also a response with the status `failed`. In other responses `error` is null. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (isObject(wire) && wire['object'] === 'response' && wire['status'] === 'failed') return decodeResponsesError(wire)
  return readOpenAIError('responses', wire)
}
