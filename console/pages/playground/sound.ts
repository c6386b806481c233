import { wavHead } from '../../../src/media/audio/wav-head.js'

/** Sound that browsers play: samples without a head (`audio/L16`, as Gemini sends them: 16 bits, one channel) get that of a WAV file. */
export function playable(mediaType: string, bytes: Uint8Array<ArrayBuffer>): Blob {
  if (!/^audio\/(?:l16|pcm)\b/i.test(mediaType)) return new Blob([bytes], { type: mediaType })
  return new Blob([wavHead(bytes.length, Number(/\brate=(\d{4,6})/.exec(mediaType)?.[1] ?? 24_000)), bytes], { type: 'audio/wav' })
}
