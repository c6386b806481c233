import { wavOf } from '../../media/audio/wav.js'
import { flacSilence, oggOpusSilence } from './containers.js'

export interface Sound {
  readonly mediaType: string
  readonly bytes: Buffer
}

const rate = 24_000
/** Half a second of 16-bit mono. */
const samples = Buffer.alloc(rate)

/** A frame of silence in ADTS: AAC-LC, mono, 24 kHz, 1024 samples. */
const aacFrame = Buffer.from([0xff, 0xf1, 0x58, 0x40, 0x01, 0xbf, 0xfc, 0x00, 0xc8, 0x00, 0x80, 0x23, 0x80])

/** Half a second of silence: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, in frames of 417 bytes whose data are all zero. */
const mp3Silence: Buffer = Buffer.concat(
  Array.from({ length: 19 }, () => {
    const frame = Buffer.alloc(417)
    frame.set([0xff, 0xfb, 0x90, 0x00])
    return frame
  }),
)

const sounds: Readonly<Record<string, () => Sound>> = {
  mp3: () => ({ mediaType: 'audio/mpeg', bytes: mp3Silence }),
  wav: () => ({ mediaType: 'audio/wav', bytes: wavOf(samples, rate) }),
  pcm: () => ({ mediaType: 'audio/pcm', bytes: samples }),
  pcm16: () => ({ mediaType: 'audio/pcm', bytes: samples }),
  aac: () => ({ mediaType: 'audio/aac', bytes: Buffer.concat(Array<Buffer>(12).fill(aacFrame)) }),
  flac: () => ({ mediaType: 'audio/flac', bytes: flacSilence(rate, 12_000) }),
  opus: () => ({ mediaType: 'audio/opus', bytes: oggOpusSilence(25) }),
  ogg: () => ({ mediaType: 'audio/ogg', bytes: oggOpusSilence(25) }),
}

export const soundFormats: readonly string[] = Object.keys(sounds)

/** Half a second of silence; `undefined` for an unknown format. */
export function soundOf(format: string): Sound | undefined {
  return Object.hasOwn(sounds, format) ? sounds[format]?.() : undefined
}
