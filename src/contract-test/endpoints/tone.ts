/** A second of a tone as a WAV file: 16-bit mono samples at 16 kHz. */
export const tone: Uint8Array<ArrayBuffer> = waveOf(16_000, 16_000)

function waveOf(rate: number, samples: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples * 2)
  const view = new DataView(bytes.buffer)
  const text = (at: number, value: string): void => {
    for (let index = 0; index < value.length; index++) view.setUint8(at + index, value.charCodeAt(index))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples * 2, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples * 2, true)
  for (let index = 0; index < samples; index++)
    view.setInt16(44 + index * 2, Math.round(8000 * Math.sin((index * 440 * 2 * Math.PI) / rate)), true)
  return bytes
}
