import type { MessagesCitation, MessagesMessage, MessagesReplyBlock } from '../../../../generated/messages/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import { invalidArguments } from '../../../exchange/reply-check.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Part, ReasoningPart, TextPart, ToolCallPart } from '../../../exchange/part.js'
import type { Finish, Reply } from '../../../exchange/reply.js'
import type { WireObject } from '../../dialect.js'
import { encodeToolCallId } from '../call-ids.js'
import { encodeCitation } from '../citation.js'
import { argumentsObject, freeTextArguments } from '../../../exchange/custom-tool.js'
import { errorOfFinish, encodeFinish } from './finish.js'
import { signatureWithoutProof, writeProof } from '../proof.js'
import { encodeUsage } from './usage.js'
import { defined } from '../../../json/object.js'

/** Encodes a reply as a message object, with every member that typed client libraries expect. */
export function encodeReply(reply: Reply, context: ReplyContext): WireObject {
  const choice = reply.choices[0]
  const parts = choice?.parts ?? []
  const finish: Finish = choice?.finish ?? { reason: 'failed' }
  const broken = errorOfFinish(finish)
  if (broken !== undefined) throw new GatewayFailure(broken)
  const content: MessagesReplyBlock[] = []
  for (const part of parts) append(content, encodePart(part, context))
  if (choice?.logprobs !== undefined) context.ledger.dropFromReply('logprobs', 'the messages style has no log probabilities')
  return {
    id: context.replyId ?? (reply.id || context.newId('msg_')),
    type: 'message',
    role: 'assistant',
    model: reply.model || context.request.model,
    content,
    ...encodeFinish(finish, {
      calls: content.some(({ type }) => type === 'tool_use'),
      refused: parts.some(({ type }) => type === 'refusal'),
    }),
    usage: encodeUsage(reply.usage),
    container: null,
  } satisfies MessagesMessage
}

function encodePart(part: Part, context: ReplyContext): MessagesReplyBlock[] {
  const { ledger } = context
  switch (part.type) {
    case 'text':
      return encodeText(part, ledger)
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'reasoning':
      return encodeReasoning(part, context)
    case 'tool-call':
      return [encodeToolCall(part, ledger)]
    case 'opaque':
      // The block is unchanged since an upstream of this dialect sent it.
      if (part.dialect === 'messages') return [part.value as MessagesReplyBlock]
      ledger.dropFromReply(part.label, 'no counterpart in the messages style')
      return []
    case 'media':
      if (part.transcript !== undefined && part.transcript !== '') {
        ledger.dropFromReply(part.kind, 'a reply of the messages style has text only: the transcript was sent')
        return [{ type: 'text', text: part.transcript }]
      }
      ledger.dropFromReply(part.kind, 'a reply of the messages style has text only')
      return []
    case 'tool-result':
      ledger.dropFromReply('tool-result', 'a reply of the messages style has no tool results')
      return []
  }
}

function encodeText(part: TextPart, ledger: LossLedger): MessagesReplyBlock[] {
  if (part.proof !== undefined) ledger.dropFromReply('text proof', 'texts have no proof in the messages style')
  if (part.text === '') return []
  const citations = (part.citations ?? []).map(encodeCitation).filter((citation): citation is MessagesCitation => citation !== undefined)
  if (citations.length < (part.citations?.length ?? 0)) ledger.dropFromReply('citations', 'the citation has neither a URL nor a document')
  return [defined({ type: 'text', text: part.text, citations: citations.length === 0 ? undefined : citations })]
}

/** Encodes reasoning. A proof of another dialect is sealed in the signature, so that the client sends it back. */
function encodeReasoning(part: ReasoningPart, { upstreamDialect }: ReplyContext): MessagesReplyBlock[] {
  if (part.proof === undefined)
    return part.text === '' ? [] : [{ type: 'thinking', thinking: part.text, signature: signatureWithoutProof(upstreamDialect) }]
  const { redacted, value } = writeProof(part.proof)
  return redacted || part.text === ''
    ? [
        redacted || part.proof.dialect !== 'messages'
          ? { type: 'redacted_thinking', data: value }
          : { type: 'thinking', thinking: '', signature: value },
      ]
    : [{ type: 'thinking', thinking: part.text, signature: value }]
}

function encodeToolCall(part: ToolCallPart, ledger: LossLedger): MessagesReplyBlock {
  return { type: 'tool_use', id: encodeToolCallId(part.id), name: part.name, input: callInput(part, ledger) }
}

function callInput(part: ToolCallPart, ledger: LossLedger): object {
  if (part.kind === 'custom') return freeTextArguments(part.input)
  const input = argumentsObject(part.input)
  if (input !== undefined) return input
  // A call in which the reply was cut gets empty arguments: by the stop reason the client knows that it is incomplete.
  if (part.cut !== true) throw new GatewayFailure(invalidArguments)
  ledger.dropFromReply('tool-call input', 'the reply was cut inside the arguments')
  return {}
}
