import type { CohereChatReply, CohereLogprob, CohereReplyMessage } from '../../../../generated/cohere-chat/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { Citation, Part } from '../../../exchange/part.js'
import type { Choice, Reply, TokenLogprob } from '../../../exchange/reply.js'
import { decodeCitation } from './citation.js'
import { readErrorInReply } from '../error.js'
import { decodeFailedFinish, decodeFinish } from './finish.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { decodeUsage } from './usage.js'
import { defined, textOf, textOrEmpty } from '../../../json/object.js'

/**
 * Reads a plain reply of `POST /v2/chat`; the tool plan becomes reasoning before the tool calls. Throws `GatewayFailure`
 * (`upstream_invalid`, or the error inside a 200) where it is not one.
 */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const error = readErrorInReply(wire)
  if (error !== undefined) throw new GatewayFailure(error)
  if (!isReply(wire))
    throw new GatewayFailure({
      kind: 'upstream_invalid',
      message: 'The provider answered with something that is not a chat reply of Cohere.',
    })
  const failed = decodeFailedFinish(wire.finish_reason, undefined)
  if (failed !== undefined) throw new GatewayFailure(failed)
  const usage = decodeUsage(wire.usage)
  const logprobs = decodeLogprobs(wire.logprobs)
  const choice: Choice = defined({
    index: 0,
    parts: decodeMessage(wire.message, context),
    finish: decodeFinish(wire.finish_reason, context.request),
    logprobs,
  })
  return defined({ id: wire.id, model: '', choices: [choice], usage })
}

/** Checks the members that decoding requires; the others are optional. */
function isReply(wire: unknown): wire is CohereChatReply {
  if (typeof wire !== 'object' || wire === null) return false
  const { id, finish_reason: reason, message } = wire as Record<string, unknown>
  return typeof id === 'string' && typeof reason === 'string' && typeof message === 'object' && message !== null
}

function decodeMessage(message: CohereReplyMessage, context: DecodeContext): Part[] {
  const parts: Part[] = []
  const plan = textOf(message.tool_plan)
  if (plan !== undefined) parts.push({ type: 'reasoning', text: plan, at: '' })
  const content = message.content ?? []
  const firstText = content.findIndex((part) => part.type === 'text')
  content.forEach((part, index) => {
    // Upstreams may send kinds that are not in the contract, and so not in the type.
    const kind: string = part.type
    if (part.type === 'thinking') parts.push({ type: 'reasoning', text: textOrEmpty(part.thinking), at: '' })
    else if (kind === 'text') {
      const text = textOrEmpty(part.text)
      const citations = (message.citations ?? [])
        .filter((citation) => (citation.content_index ?? firstText) === index)
        .flatMap((citation): Citation[] => decodeCitation(citation, text))
      parts.push(defined({ type: 'text', text, at: '', citations: citations.length === 0 ? undefined : citations }))
    } else context.ledger.dropFromReply(`/message/content/${index}`, 'the gateway does not know this kind of content')
  })
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const name = call.function?.name ?? ''
    if (name === '') {
      context.ledger.dropFromReply(`/message/tool_calls/${index}`, 'a tool call without a name')
      continue
    }
    const custom = kindOfTool(name, context.request.tools) === 'custom'
    const input = readArguments(call.function?.arguments)
    parts.push({
      type: 'tool-call',
      id: textOf(call.id) ?? context.newId('call_'),
      name,
      kind: custom ? 'custom' : 'function',
      input: custom ? freeTextOf(input) : input,
      at: '',
    })
  }
  return parts
}

/** Cohere gives the text of a piece and the log probabilities of its tokens: a piece becomes one token with their sum. */
export function decodeLogprobs(wire: readonly CohereLogprob[] | null | undefined): TokenLogprob[] | undefined {
  const logprobs: TokenLogprob[] = []
  for (const { text, logprobs: values } of wire ?? [])
    if (text !== undefined && values !== undefined) logprobs.push({ token: text, logprob: values.reduce((sum, value) => sum + value, 0) })
  return logprobs.length === 0 ? undefined : logprobs
}

/** The arguments as JSON text of an object; Cohere sends `null`, `"null"` or no arguments for a tool call without any. */
function readArguments(wire: string | null | undefined): string {
  const text = (wire ?? '').trim()
  return text === '' || text === 'null' ? '{}' : (wire ?? '')
}
