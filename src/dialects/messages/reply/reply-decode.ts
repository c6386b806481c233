import type { MessagesReplyBlock, MessagesToolUseBlock } from '../../../../generated/messages/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { Part, ToolCallPart } from '../../../exchange/part.js'
import type { Reply } from '../../../exchange/reply.js'
import { decodeCitation } from '../citation.js'
import { freeTextIn, kindOfTool } from '../../../exchange/custom-tool.js'
import { readErrorInReply } from '../error-decode.js'
import { decodeFinish } from './finish.js'
import { defined, isObject, textOf, textOrEmpty, type JsonObject } from '../../../json/object.js'
import { opaque } from '../opaque.js'
import { hasAnswer } from './reply-frames.js'
import { decodeUsage } from './usage.js'

/** Decodes a message object of an upstream. It has one choice. Blocks without a counterpart in the exchange become opaque parts. */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const failure = readErrorInReply(wire)
  if (failure !== undefined) throw new GatewayFailure(failure)
  if (!hasAnswer(wire)) {
    throw new GatewayFailure({ kind: 'upstream_invalid', message: 'The reply of the provider is not a message.' })
  }
  const blocks = (wire['content'] as unknown[]).filter(isBlock)
  const usage = decodeUsage(wire['usage'])
  return defined({
    id: typeof wire['id'] === 'string' ? wire['id'] : '',
    model: typeof wire['model'] === 'string' ? wire['model'] : '',
    choices: [
      {
        index: 0,
        parts: blocks.flatMap((block) => decodeBlock(block, context)),
        finish: decodeFinish(wire['stop_reason'], wire['stop_sequence'], wire['stop_details']),
      },
    ],
    usage,
    serviceTier: usage?.serviceTier,
  })
}

function isBlock(value: unknown): value is MessagesReplyBlock {
  return isObject(value) && typeof value['type'] === 'string'
}

function decodeBlock(block: MessagesReplyBlock, context: DecodeContext): Part[] {
  switch (block.type) {
    case 'text': {
      const citations = block.citations?.map(decodeCitation) ?? []
      return [defined({ type: 'text', text: textOrEmpty(block.text), citations: citations.length === 0 ? undefined : citations, at: '' })]
    }
    case 'thinking': {
      const proof = block.signature ? ({ dialect: 'messages', kind: 'signature', value: block.signature } as const) : undefined
      return [defined({ type: 'reasoning', text: textOrEmpty(block.thinking), proof, at: '' })]
    }
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', proof: { dialect: 'messages', kind: 'redacted', value: block.data }, at: '' }]
    case 'tool_use':
      return [decodeToolUse(block, context)]
    default:
      return [opaque(block, '')]
  }
}

function decodeToolUse(block: MessagesToolUseBlock, context: DecodeContext): ToolCallPart {
  const { name } = block
  const input: JsonObject = isObject(block.input) ? block.input : {}
  const custom = kindOfTool(name, context.request.tools) === 'custom'
  return {
    type: 'tool-call',
    id: textOf(block.id) ?? context.newId('toolu_'),
    name,
    kind: custom ? 'custom' : 'function',
    input: custom ? freeTextIn(input) : JSON.stringify(input),
    at: '',
  }
}
