import { append } from '../exchange/append.js'
import type { Part } from '../exchange/part.js'
import type { Reply } from '../exchange/reply.js'
import type { StreamPart } from '../exchange/stream-part.js'

/** A whole reply as the parts of a stream. */
export function partsOfReply(reply: Reply): StreamPart[] {
  const parts: StreamPart[] = [
    { type: 'reply-start', id: reply.id, model: reply.model, ...(reply.createdAt === undefined ? {} : { createdAt: reply.createdAt }) },
  ]
  for (const { index: choice, parts: content, finish } of reply.choices) {
    content.forEach((part, number) => append(parts, partsOf(part, choice, number)))
    parts.push({ type: 'choice-end', choice, finish })
  }
  if (reply.usage !== undefined) parts.push({ type: 'usage', usage: reply.usage })
  parts.push({ type: 'reply-end' })
  return parts
}

function partsOf(value: Part, choice: number, part: number): StreamPart[] {
  const at = { choice, part }
  switch (value.type) {
    case 'text':
      return [
        { type: 'text-start', ...at, ...(value.phase === undefined ? {} : { phase: value.phase }) },
        { type: 'text-delta', ...at, text: value.text },
        ...(value.citations ?? []).map((citation): StreamPart => ({ type: 'citation', ...at, citation })),
        { type: 'text-end', ...at, ...proofOf(value) },
      ]
    case 'reasoning':
      return [
        { type: 'reasoning-start', ...at, ...(value.summaries === undefined ? {} : { summary: true }) },
        ...(value.text === '' ? [] : [{ type: 'reasoning-delta' as const, ...at, text: value.text }]),
        { type: 'reasoning-end', ...at, ...proofOf(value) },
      ]
    case 'tool-call':
      return [
        { type: 'tool-call-start', ...at, id: value.id, name: value.name, kind: value.kind },
        { type: 'tool-call-delta', ...at, input: value.input },
        { type: 'tool-call-end', ...at, ...proofOf(value) },
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

/** The same stream in small pieces, as a model writes it: a word at a time, and the input of tools in a few characters. */
export function inSmallPieces(parts: readonly StreamPart[]): StreamPart[] {
  return parts.flatMap((part): StreamPart[] => {
    switch (part.type) {
      case 'text-delta': {
        const [first = '', ...rest] = words(part.text)
        // Log probabilities belong to all of the text: they stay with its first piece.
        return [
          { ...part, text: first },
          ...rest.map((text): StreamPart => ({ type: 'text-delta', choice: part.choice, part: part.part, text })),
        ]
      }
      case 'reasoning-delta':
      case 'refusal-delta':
        return words(part.text).map((text) => ({ ...part, text }))
      case 'tool-call-delta':
        return pieces(part.input, 8).map((input) => ({ ...part, input }))
      default:
        return [part]
    }
  })
}

/** Cut after each run of white space; nothing of the text is lost. */
function words(text: string): string[] {
  return text.match(/\S*\s+|\S+$/g) ?? [text]
}

function pieces(text: string, size: number): string[] {
  const characters = Array.from(text)
  const cut: string[] = []
  for (let index = 0; index < characters.length; index += size) cut.push(characters.slice(index, index + size).join(''))
  return cut.length === 0 ? [text] : cut
}
