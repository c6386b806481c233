import type { GeminiFunctionResponse } from '../../../generated/generate-content/model/index.js'
import { pointer } from '../../json/pointer.js'
import type { MediaPart, TextPart, ToolResultPart } from '../../exchange/part.js'
import { decodeBlob, decodeFileData } from './media.js'

/** In this dialect a tool result is an object; in the others it is text. Google's client libraries wrap plain values as `output` or `result`. */
export function decodeResultContent(wire: GeminiFunctionResponse, at: string): { content: (TextPart | MediaPart)[]; isError: boolean } {
  const place = `${at}/response`
  const response = wire.response ?? {}
  const names = Object.keys(response)
  const only = names.length === 1 ? names[0] : undefined
  const value = only === 'output' || only === 'result' ? response[only] : response
  const text: TextPart = { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value), at: place }
  return { content: [text, ...decodeResultMedia(wire, at)], isError: only === 'error' }
}

function decodeResultMedia(wire: GeminiFunctionResponse, at: string): MediaPart[] {
  return (wire.parts ?? []).flatMap((part, index): MediaPart[] => {
    const place = pointer(`${at}/parts`, index)
    if (part.inlineData !== undefined) return [decodeBlob(part.inlineData, place, undefined)]
    return part.fileData === undefined ? [] : [decodeFileData(part.fileData, place, undefined)]
  })
}

/** Text is wrapped, never parsed: large numbers and the spelling of JSON stay unchanged. */
export function encodeResponseObject(part: ToolResultPart): Record<string, unknown> {
  const text = part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('\n')
  return part.isError === true ? { error: text } : { output: text }
}
