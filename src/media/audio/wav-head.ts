/** The header of a WAV file of 16-bit mono samples. `length`: their bytes. `rate`: samples a second. */
export function wavHead(length: number, rate: number): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string): void => {
    new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at)
  }
  write(0, 'RIFF')
  head.setUint32(4, 36 + length, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate * 2, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  write(36, 'data')
  head.setUint32(40, length, true)
  return new Uint8Array(head.buffer)
}
