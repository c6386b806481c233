import { unreadable } from './media.js'
import { isObject } from '../json/object.js'
import { readGeminiUsage } from './usage.js'
import type { Usage } from '../exchange/usage.js'

/** What the media endpoints read from a reply of `:generateContent`. */
export interface GeminiReply {
  /** Text without thoughts. */
  readonly text: string
  /** Images and audio, base64. */
  readonly media: readonly { readonly mediaType: string; readonly data: string }[]
  /** Why the prompt or the answer was blocked. */
  readonly blocked: string | undefined
  readonly usage: Usage | undefined
}

const goodEnds = new Set(['STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED'])

export function readGeminiReply(wire: unknown): GeminiReply {
  if (!isObject(wire) || (!Array.isArray(wire['candidates']) && !isObject(wire['promptFeedback']))) throw unreadable('candidates')
  const candidates: unknown[] = Array.isArray(wire['candidates']) ? wire['candidates'] : []
  const candidate = isObject(candidates[0]) ? candidates[0] : {}
  const content = isObject(candidate['content']) ? candidate['content'] : {}
  const parts: unknown[] = Array.isArray(content['parts']) ? content['parts'] : []
  let text = ''
  const media: { mediaType: string; data: string }[] = []
  for (const part of parts) {
    if (!isObject(part) || part['thought'] === true) continue
    if (typeof part['text'] === 'string') text += part['text']
    const inline = part['inlineData']
    if (isObject(inline) && typeof inline['data'] === 'string')
      media.push({ mediaType: typeof inline['mimeType'] === 'string' ? inline['mimeType'] : '', data: inline['data'] })
  }
  return { text, media, blocked: readBlock(wire['promptFeedback'], candidate), usage: readGeminiUsage(wire['usageMetadata']) }
}

function readBlock(feedback: unknown, candidate: Readonly<Record<string, unknown>>): string | undefined {
  if (isObject(feedback) && typeof feedback['blockReason'] === 'string') return `the prompt was blocked (${feedback['blockReason']})`
  const { finishReason: reason, finishMessage: words } = candidate
  if (typeof reason !== 'string' || goodEnds.has(reason)) return undefined
  return typeof words === 'string' && words !== '' ? words : `the answer was blocked (${reason})`
}
