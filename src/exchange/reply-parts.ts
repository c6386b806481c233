import { append } from './append.js'
import type { Part } from './part.js'
import type { Reply, TokenLogprob } from './reply.js'
import type { StreamPart } from './stream-part.js'
import { defined } from '../json/object.js'

/** A whole reply as the parts of a stream, in the order of {@link StreamPart}. */
export function partsOfReply(reply: Reply): StreamPart[] {
  const parts: StreamPart[] = [
    defined({
      type: 'reply-start',
      id: reply.id,
      model: reply.model,
      createdAt: reply.createdAt,
      serviceTier: reply.serviceTier,
      systemFingerprint: reply.systemFingerprint,
    }),
  ]
  for (const { index: choice, parts: content, finish, logprobs } of reply.choices) {
    // A choice has one list of log probabilities for all of its texts, so all of them go with the first text.
    const first = content.findIndex(({ type }) => type === 'text')
    content.forEach((part, number) => append(parts, partsOf(part, choice, number, number === first ? logprobs : undefined)))
    parts.push({ type: 'choice-end', choice, finish })
  }
  if (reply.usage !== undefined) parts.push({ type: 'usage', usage: reply.usage })
  parts.push({ type: 'reply-end' })
  return parts
}

function partsOf(value: Part, choice: number, part: number, logprobs: readonly TokenLogprob[] | undefined): StreamPart[] {
  const at = { choice, part }
  switch (value.type) {
    case 'text':
      return [
        defined({ type: 'text-start', ...at, phase: value.phase }),
        defined({ type: 'text-delta', ...at, text: value.text, logprobs }),
        ...(value.citations ?? []).map((citation): StreamPart => ({ type: 'citation', ...at, citation })),
        { type: 'text-end', ...at, ...proofOf(value) },
      ]
    case 'reasoning':
      return [
        defined({ type: 'reasoning-start', ...at, summary: value.summaries === undefined ? undefined : true }),
        ...(value.summaries ?? [value.text]).flatMap((text, index): StreamPart[] => [
          ...(index === 0 ? [] : [{ type: 'reasoning-break' as const, ...at }]),
          ...(text === '' ? [] : [{ type: 'reasoning-delta' as const, ...at, text }]),
        ]),
        { type: 'reasoning-end', ...at, ...proofOf(value) },
      ]
    case 'tool-call':
      return [
        { type: 'tool-call-start', ...at, id: value.id, name: value.name, kind: value.kind },
        { type: 'tool-call-delta', ...at, input: value.input },
        { type: 'tool-call-end', ...at, ...proofOf(value), ...(value.cut === true ? { cut: true as const } : {}) },
      ]
    case 'refusal':
      return [
        { type: 'refusal-start', ...at },
        { type: 'refusal-delta', ...at, text: value.text },
        { type: 'refusal-end', ...at },
      ]
    case 'media':
      return [{ type: 'media', ...at, media: value }]
    case 'opaque':
      return [{ type: 'opaque', ...at, value }]
    case 'tool-result':
      return []
  }
}

function proofOf(value: Extract<Part, { readonly proof?: unknown }>): Pick<Extract<StreamPart, { type: 'text-end' }>, 'proof'> {
  return value.proof === undefined ? {} : { proof: value.proof }
}
