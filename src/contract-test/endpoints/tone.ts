import { wavHead } from '../../media/audio/wav-head.js'

const rate = 16_000

/** A second of a tone as a WAV file: 16-bit mono samples at 16 kHz. */
export const tone: Uint8Array<ArrayBuffer> = waveOf(rate)

function waveOf(samples: number): Uint8Array<ArrayBuffer> {
  const head = wavHead(samples * 2, rate)
  const bytes = new Uint8Array(head.length + samples * 2)
  bytes.set(head)
  const view = new DataView(bytes.buffer, head.length)
  for (let index = 0; index < samples; index++)
    view.setInt16(index * 2, Math.round(8000 * Math.sin((index * 440 * 2 * Math.PI) / rate)), true)
  return bytes
}
