/** Silence as FLAC (RFC 9639): one frame with a constant subframe of 16-bit mono. `count`: at most 65,535 samples. */
export function flacSilence(rate: number, count: number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(count, 0)
  info.writeUInt16BE(count, 2)
  // 20 bits of the rate, 3 of the channels less one, 5 of the bits less one, the upper 4 of the number of samples.
  info.writeUInt32BE(((rate << 12) | (15 << 4)) >>> 0, 10)
  info.writeUInt32BE(count, 14)
  const head = Buffer.from([0xff, 0xf8, 0x77, 0x08, 0x00, 0, 0])
  head.writeUInt16BE(count - 1, 5)
  const frame = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07)]), Buffer.from([0, 0, 0])])
  const end = Buffer.alloc(2)
  end.writeUInt16BE(checksum(frame, 16, 0x8005))
  return Buffer.concat([Buffer.from('fLaC', 'latin1'), Buffer.from([0x80, 0, 0, 34]), info, frame, end])
}

/** Silence as Opus in Ogg (RFC 7845): mono, `count` packets of 20 milliseconds, at most 255. */
export function oggOpusSilence(count: number): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\x00\x00\xc0\x5d\x00\x00\x00\x00\x00', 'latin1')
  const tags = Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.from([0, 0, 0, 0, 0, 0, 0, 0])])
  const packet = Buffer.from([0xf8, 0xff, 0xfe])
  return Buffer.concat([page(2, 0, 0, [head]), page(0, 0, 1, [tags]), page(4, count * 960, 2, Array<Buffer>(count).fill(packet))])
}

function page(kind: number, position: number, number: number, packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head.writeUInt8(kind, 5)
  head.writeUInt32LE(position, 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(packets.length, 26)
  const whole = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets])
  whole.writeUInt32LE(checksum(whole, 32, 0x04c11db7), 22)
  return whole
}

/** A cyclic redundancy check, most significant bit first, that begins with 0. */
function checksum(bytes: Buffer, width: 8 | 16 | 32, polynomial: number): number {
  let rest = 0
  for (const byte of bytes) {
    rest ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) rest = rest & (1 << (width - 1)) ? (rest << 1) ^ polynomial : rest << 1
  }
  return width === 32 ? rest >>> 0 : rest & (2 ** width - 1)
}
