import { wavHead } from './wav-head.js'

/** Puts the header of a WAV file in front of 16-bit mono samples. `rate` in samples a second. */
export function wavOf(samples: Buffer, rate: number): Buffer {
  return Buffer.concat([wavHead(samples.length, rate), samples])
}
