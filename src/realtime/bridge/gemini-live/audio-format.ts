import { aLaw, Compressor, expand, muLaw } from '../g711.js'
import { Problem } from './problem.js'
import { amount } from './reading.js'
import { objectOf, type JsonObject } from '../../../json/object.js'

/** The encoding of a client's audio. */
export type AudioFormat = { readonly type: 'audio/pcm'; readonly rate: number } | { readonly type: 'audio/pcmu' | 'audio/pcma' }

export const pcm: AudioFormat = { type: 'audio/pcm', rate: 24000 }

/** Names of the older flat format. */
const flatNames: Readonly<Record<string, AudioFormat>> = {
  pcm16: pcm,
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
}

/** Reads a format, current or flat; `undefined`: none is given. Throws `Problem` for others than PCM and G.711. */
export function formatOf(wire: unknown, param: string): AudioFormat | undefined {
  if (wire === undefined || wire === null) return undefined
  if (typeof wire === 'string' && Object.hasOwn(flatNames, wire)) return flatNames[wire]
  const format = objectOf(wire)
  const type = format?.['type']
  if (type === 'audio/pcm') return { type, rate: amount(format?.['rate']) ?? 24000 }
  if (type === 'audio/pcmu' || type === 'audio/pcma') return { type }
  throw new Problem('The format must be audio/pcm, audio/pcmu or audio/pcma.', param, 'unsupported_format')
}

/** Samples a second. */
export function rateOf(format: AudioFormat): number {
  return format.type === 'audio/pcm' ? format.rate : 8000
}

/** A client's audio as the provider accepts it: 16-bit samples with their rate in the media type. */
export function providerAudio(data: string, format: AudioFormat): JsonObject & { readonly data: string } {
  const mimeType = `audio/pcm;rate=${rateOf(format)}`
  if (format.type === 'audio/pcm') return { mimeType, data }
  const companding = format.type === 'audio/pcmu' ? muLaw : aLaw
  return { mimeType, data: expand(Buffer.from(data, 'base64'), companding).toString('base64') }
}

/** A converter of the provider's audio, piece by piece, into the client's format. */
export function clientAudioConverter(format: AudioFormat): (data: string) => string {
  if (format.type === 'audio/pcm') return (data) => data
  const compressor = new Compressor(format.type === 'audio/pcmu' ? muLaw : aLaw)
  return (data) => compressor.push(Buffer.from(data, 'base64')).toString('base64')
}
