import type {
  ResponsesImageGenerationCall,
  ResponsesOutputItem,
  ResponsesOutputReasoning,
  ResponsesOutputText,
} from '../../../../generated/responses/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { Citation, MediaPart, Part, TextPart } from '../../../exchange/part.js'
import { sealAbsence, sealProof, type Proof } from '../../../exchange/proof.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import { defined } from '../../../json/object.js'
import { encodeAnnotation } from '../annotation.js'
import { toolCallItem, toolCallItemId, clientKindOf } from './call-item.js'
import { encodeLogprobs } from './logprob.js'

type OutputMessage = Extract<ResponsesOutputItem, { type: 'message' }>

/** Encodes the parts of a reply as output items. Consecutive texts and refusals become the content of one message. */
export function encodeOutput(parts: readonly Part[], logprobs: readonly TokenLogprob[], context: ReplyContext): ResponsesOutputItem[] {
  const output: ResponsesOutputItem[] = []
  let message: OutputMessage | undefined
  let remainingLogprobs = logprobs

  const contentOf = (phase: string | undefined) => {
    if (message === undefined || (message.phase ?? undefined) !== phase) {
      message = defined<OutputMessage>({
        type: 'message',
        id: context.newId('msg_'),
        status: 'completed',
        role: 'assistant',
        content: [],
        phase,
      })
      output.push(message)
    }
    return message.content
  }
  const close = (...items: readonly ResponsesOutputItem[]): void => {
    message = undefined
    append(output, items)
  }

  for (const part of parts) {
    switch (part.type) {
      case 'text':
        if (part.text !== '') {
          contentOf(part.phase).push(encodeText(part, remainingLogprobs, context))
          remainingLogprobs = []
        }
        break
      case 'refusal':
        contentOf(undefined).push({ type: 'refusal', refusal: part.text })
        break
      case 'reasoning':
        if (part.text === '' && part.proof === undefined) break
        close(encodeReasoning(part.summaries ?? (part.text === '' ? [] : [part.text]), part.proof, context))
        break
      case 'tool-call': {
        const call = { kind: part.kind, id: part.id, name: part.name, clientKind: clientKindOf(part.name, context.request.tools) }
        close(toolCallItem(call, toolCallItemId(call, context.newId), part.cut === true ? 'incomplete' : 'completed', part.input))
        break
      }
      case 'media':
        if (part.kind === 'image' && part.source.type === 'base64') close(encodeImage(part.source, context))
        else {
          dropMedia(part, context)
          if (part.transcript !== undefined) contentOf(undefined).push(outputText(part.transcript, [], []))
        }
        break
      case 'opaque':
        if (part.dialect === 'responses') close(part.value as ResponsesOutputItem)
        else context.ledger.dropFromReply(`/${part.label}`, 'no counterpart in the responses style')
        break
      case 'tool-result':
        context.ledger.dropFromReply('/tool-result', 'a reply of the responses style has no tool results')
    }
    if (part.type !== 'reasoning' && 'proof' in part && wantsProofs(context)) {
      close(encodeReasoning([], part.proof, context))
    }
  }
  return output
}

/** Whether the client asked for encrypted reasoning. Only then signatures of tool calls and texts are sent, as reasoning items. */
export function wantsProofs(context: ReplyContext): boolean {
  const include = context.wireRequest['include']
  return Array.isArray(include) && (include as unknown[]).includes('reasoning.encrypted_content')
}

/** Encodes reasoning. Its proof is in `encrypted_content`, sealed where it is another dialect's, so that the client sends it back. */
export function encodeReasoning(
  summaries: readonly string[],
  proof: Proof | undefined,
  context: ReplyContext,
  id?: string,
): ResponsesOutputReasoning {
  const own = proof?.dialect === 'responses' && proof.kind === 'encrypted'
  return {
    type: 'reasoning',
    id: id ?? (own && proof.itemId !== undefined ? proof.itemId : context.newId('rs_')),
    summary: summaries.map((text) => ({ type: 'summary_text', text })),
    ...proofMember(proof, own, context),
  }
}

/** Reasoning of another dialect without a proof gets a sealed absence, since no provider of this dialect knows its id. */
function proofMember(proof: Proof | undefined, own: boolean, { upstreamDialect }: ReplyContext): { encrypted_content?: string } {
  if (proof !== undefined) return { encrypted_content: own ? proof.value : sealProof(proof) }
  return upstreamDialect === 'responses' ? {} : { encrypted_content: sealAbsence(upstreamDialect) }
}

function encodeText(part: TextPart, logprobs: readonly TokenLogprob[], context: ReplyContext): ResponsesOutputText {
  return outputText(part.text, encodeCitations(part.citations ?? [], part.text.length, context), logprobs)
}

function encodeCitations(citations: readonly Citation[], length: number, context: ReplyContext) {
  return citations.flatMap((citation) => {
    const annotation = encodeAnnotation(citation, length)
    if (annotation === undefined) context.ledger.dropFromReply('/citations', 'citations of documents need a file id in the responses style')
    return annotation === undefined ? [] : [annotation]
  })
}

export function outputText(
  text: string,
  annotations: ResponsesOutputText['annotations'],
  logprobs: readonly TokenLogprob[],
): ResponsesOutputText {
  return { type: 'output_text', text, annotations, logprobs: encodeLogprobs(logprobs) }
}

export function encodeImage(
  source: { readonly mediaType: string; readonly data: string },
  context: ReplyContext,
): ResponsesImageGenerationCall {
  const format = source.mediaType.startsWith('image/') ? source.mediaType.slice('image/'.length) : 'png'
  return { type: 'image_generation_call', id: context.newId('ig_'), status: 'completed', result: source.data, output_format: format }
}

export function dropMedia(part: MediaPart, context: ReplyContext): void {
  context.ledger.dropFromReply(`/${part.kind}`, `a reply of the responses style cannot have this ${part.kind}`)
}
