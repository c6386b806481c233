import type { Part, TextPart } from '../../exchange/part.js'
import type { Finish } from '../../exchange/reply.js'
import { firstTokens, tokensOf } from './tokens.js'

export interface Content {
  readonly parts: readonly Part[]
  readonly finish: Finish
}

/** Ends the content before the first stop sequence in a text. */
export function stoppedAt(content: Content, sequences: readonly string[]): Content {
  const parts: Part[] = []
  for (const part of content.parts) {
    const stop = part.type === 'text' ? firstOf(part, sequences) : undefined
    if (part.type !== 'text' || stop === undefined) {
      parts.push(part)
      continue
    }
    if (stop.at > 0) parts.push({ ...part, text: part.text.slice(0, stop.at) })
    return { parts, finish: { reason: 'stop-sequence', stopSequence: stop.sequence } }
  }
  return content
}

function firstOf({ text }: TextPart, sequences: readonly string[]): { readonly at: number; readonly sequence: string } | undefined {
  let first: { at: number; sequence: string } | undefined
  for (const sequence of sequences) {
    const at = sequence === '' ? -1 : text.indexOf(sequence)
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, sequence }
  }
  return first
}

/** Ends the content after so many tokens, also inside a text or a tool call. */
export function cutAfter(content: Content, mostTokens: number): Content {
  const parts: Part[] = []
  let left = mostTokens
  for (const part of content.parts) {
    const length = part.type === 'tool-call' ? tokensOf(part.name) + tokensOf(part.input) : 'text' in part ? tokensOf(part.text) : 0
    if (length <= left) {
      left -= length
      parts.push(part)
      continue
    }
    if (part.type === 'tool-call') {
      const forInput = left - tokensOf(part.name)
      if (forInput > 0) parts.push({ ...part, input: firstTokens(part.input, forInput), cut: true })
    } else if (left > 0 && 'text' in part) parts.push({ ...part, text: firstTokens(part.text, left) })
    return { parts, finish: { reason: 'length' } }
  }
  return content
}
