/** A G.711 coder: one byte a sample, 8000 samples a second. */
export interface Companding {
  decode(byte: number): number
  encode(sample: number): number
}

/** µ-law (ITU-T G.711). */
export const muLaw: Companding = {
  decode(byte) {
    const code = ~byte & 0xff
    const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
    return (code & 0x80) === 0 ? magnitude : -magnitude
  },
  encode(sample) {
    const magnitude = Math.min(Math.abs(sample), 32635) + 0x84
    const exponent = 24 - Math.clz32(magnitude)
    const code = (sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)
    return ~code & 0xff
  },
}

/** A-law (ITU-T G.711). */
export const aLaw: Companding = {
  decode(byte) {
    const code = byte ^ 0x55
    const exponent = (code >> 4) & 7
    const steps = (code & 0x0f) << 4
    const magnitude = exponent === 0 ? steps + 8 : (steps + 0x108) << (exponent - 1)
    return (code & 0x80) === 0 ? -magnitude : magnitude
  },
  encode(sample) {
    const magnitude = Math.min(sample < 0 ? -sample - 1 : sample, 32767)
    const exponent = magnitude < 256 ? 0 : 24 - Math.clz32(magnitude)
    const steps = exponent === 0 ? magnitude >> 4 : (magnitude >> (exponent + 3)) & 0x0f
    return ((sample < 0 ? 0 : 0x80) | (exponent << 4) | steps) ^ 0x55
  },
}

/** G.711 bytes as 16-bit little-endian samples, at the same rate. */
export function expand(bytes: Buffer, companding: Companding): Buffer {
  const samples = Buffer.alloc(bytes.length * 2)
  bytes.forEach((byte, index) => samples.writeInt16LE(companding.decode(byte), index * 2))
  return samples
}

const factor = 3
const taps = lowPass(49, 3600 / 24_000)

/** Encodes 24,000 16-bit samples a second as G.711, in pieces: the rest of a piece is encoded with the next. */
export class Compressor {
  #bytes: Buffer = Buffer.alloc(0)
  #samples: number[] = new Array<number>(taps.length - 1).fill(0)

  constructor(private readonly companding: Companding) {}

  push(piece: Buffer): Buffer {
    const bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece])
    const whole = bytes.length - (bytes.length % 2)
    this.#bytes = bytes.subarray(whole)
    const samples = this.#samples
    for (let at = 0; at < whole; at += 2) samples.push(bytes.readInt16LE(at))
    const count = Math.max(0, Math.floor((samples.length - taps.length) / factor) + 1)
    const out = Buffer.alloc(count)
    for (let index = 0; index < count; index++) out[index] = this.companding.encode(filtered(samples, index * factor))
    this.#samples = samples.slice(count * factor)
    return out
  }
}

function filtered(samples: readonly number[], from: number): number {
  let sum = 0
  for (let index = 0; index < taps.length; index++) sum += (taps[index] ?? 0) * (samples[from + index] ?? 0)
  return Math.max(-32768, Math.min(32767, Math.round(sum)))
}

/** A windowed sinc low-pass against aliasing. `cutoff`: as a fraction of the sample rate. */
function lowPass(length: number, cutoff: number): readonly number[] {
  const middle = (length - 1) / 2
  const raw = Array.from({ length }, (_, index) => {
    const x = index - middle
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (length - 1)))
  })
  const sum = raw.reduce((total, tap) => total + tap, 0)
  return raw.map((tap) => tap / sum)
}
