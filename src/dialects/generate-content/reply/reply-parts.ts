import type { GeminiPart } from '../../../../generated/generate-content/model/index.js'
import type { MediaPart, OpaquePart } from '../../../exchange/part.js'
import { decodeBlob, decodeFileData } from '../media.js'

/** A part of a reply that is neither text nor a call. */
export function decodeOtherPart(part: GeminiPart): MediaPart | OpaquePart | undefined {
  if (part.inlineData?.mimeType) return decodeBlob(part.inlineData, '', part.thoughtSignature)
  if (part.fileData?.fileUri) return decodeFileData(part.fileData, '', part.thoughtSignature)
  const label = Object.keys(part).find((name) => !name.startsWith('thought'))
  return label === undefined ? undefined : { type: 'opaque', dialect: 'generate-content', label, value: part, at: '' }
}
