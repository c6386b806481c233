import type {
  ConverseCitation,
  ConverseContentBlock,
  ConverseReasoning,
  ConverseReply,
} from '../../../../generated/bedrock-converse/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { Citation, Part } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import type { Reply } from '../../../exchange/reply.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { readErrorInReply } from '../error.js'
import { brokenOutput, decodeFinish } from './finish.js'
import { decodeUsage } from './usage.js'
import { defined, isObject, textOf } from '../../../json/object.js'

/** Reads a plain reply, which has neither an id nor the model's name. Throws `GatewayFailure` (`upstream_invalid`, or the error inside a 200). */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const error = readErrorInReply(wire)
  if (error !== undefined) throw new GatewayFailure(error)
  if (!isReply(wire))
    throw new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is not a reply of Converse.' })
  const broken = brokenOutput(wire.stopReason)
  if (broken !== undefined) throw new GatewayFailure(broken)
  const usage = decodeUsage(wire.usage, wire.serviceTier)
  return defined({
    id: '',
    model: '',
    choices: [
      {
        index: 0,
        parts: wire.output.message.content.flatMap((block, index) => decodeBlock(block, index, context)),
        finish: decodeFinish(wire.stopReason, context.request),
      },
    ],
    usage,
    serviceTier: wire.serviceTier?.type,
  })
}

/** Checks the members that decoding requires. */
function isReply(wire: unknown): wire is ConverseReply {
  if (!isObject(wire) || !isObject(wire['output']) || typeof wire['stopReason'] !== 'string') return false
  const { message } = wire['output']
  return isObject(message) && Array.isArray(message['content']) && message['content'].every(isObject)
}

function decodeBlock(block: ConverseContentBlock, index: number, context: DecodeContext): Part[] {
  if (block.text !== undefined) return [{ type: 'text', text: block.text, at: '' }]
  if (block.toolUse !== undefined) {
    const { toolUseId, name, input } = block.toolUse
    const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
    const kind = kindOfTool(name, context.request.tools)
    return [
      {
        type: 'tool-call',
        id: textOf(toolUseId) ?? context.newId('tooluse_'),
        name,
        kind,
        input: kind === 'custom' ? freeTextOf(text) : text,
        at: '',
      },
    ]
  }
  if (block.reasoningContent !== undefined) return [decodeReasoning(block.reasoningContent)]
  if (block.citationsContent !== undefined) {
    const { content, citations } = block.citationsContent
    const text = (content ?? []).map((piece) => piece.text ?? '').join('')
    return [{ type: 'text', text, at: '', citations: (citations ?? []).map(decodeCitation) }]
  }
  if (block.image?.source.bytes !== undefined) {
    const { format, source } = block.image
    return [{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: `image/${format}`, data: source.bytes ?? '' }, at: '' }]
  }
  context.ledger.dropFromReply(`/output/message/content/${index}`, 'the gateway does not know this kind of content')
  return []
}

function decodeReasoning({ reasoningText, redactedContent }: ConverseReasoning): Part {
  const proof: Proof | undefined =
    redactedContent !== undefined ? proofOf('redacted', redactedContent) : proofOf('signature', reasoningText?.signature)
  return defined({ type: 'reasoning', text: reasoningText?.text ?? '', at: '', proof })
}

export function proofOf(kind: 'signature' | 'redacted', value: string | undefined): Proof | undefined {
  return value === undefined || value === '' ? undefined : { dialect: 'bedrock-converse', kind, value }
}

export function decodeCitation(citation: ConverseCitation): Citation {
  const { title, sourceContent, location } = citation
  const citedText = (sourceContent ?? []).map(({ text }) => text ?? '').join('')
  const document = location?.documentChar ?? location?.documentPage ?? location?.documentChunk
  return defined({
    type: location?.web === undefined ? 'document' : 'url',
    url: location?.web?.url,
    title,
    citedText: citedText === '' ? undefined : citedText,
    documentIndex: document?.documentIndex,
    native: { dialect: 'bedrock-converse', value: citation },
  })
}
