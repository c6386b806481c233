import type { Delta } from './delta.js'

/** A picture of the model or a piece of its sound, in base64. */
export function mediaDeltas(mediaType: string, data: string): readonly Delta[] {
  if (/^audio\//i.test(mediaType)) return [{ kind: 'sound', mediaType, data }]
  return [{ kind: 'picture', picture: { name: mediaType, mediaType, data } }]
}

export function ofDataUrl(url: string | undefined): readonly Delta[] {
  const [, mediaType, data] = /^data:([\w/+.-]+);base64,(.+)$/s.exec(url ?? '') ?? []
  return mediaType === undefined || data === undefined ? [] : mediaDeltas(mediaType, data)
}
