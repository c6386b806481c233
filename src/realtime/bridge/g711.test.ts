import fc from 'fast-check'
import { aLaw, Compressor, expand, muLaw } from './g711.js'

test.each([
  [
    'µ-law',
    muLaw,
    [
      [0xff, 0],
      [0x7f, 0],
      [0x80, 32124],
      [0x00, -32124],
      [0xfe, 8],
      [0x7e, -8],
    ],
  ],
  [
    'A-law',
    aLaw,
    [
      [0xd5, 8],
      [0x55, -8],
      [0xaa, 32256],
      [0x2a, -32256],
    ],
  ],
] as const)('%s: known values', (_name, law, pairs) => {
  for (const [byte, sample] of pairs) expect(law.decode(byte) + 0).toBe(sample)
})

test.each([
  ['µ-law', muLaw],
  ['A-law', aLaw],
] as const)('%s: what is decoded is encoded as the same sound, the nearest there is', (_name, law) => {
  const decode = (byte: number): number => law.decode(byte)
  const encode = (sample: number): number => law.encode(sample)
  const values = Array.from({ length: 256 }, (_, byte) => decode(byte))
  for (let byte = 0; byte < 256; byte++) expect(decode(encode(decode(byte))) + 0).toBe(decode(byte) + 0)
  for (let sample = -32768; sample < 32768; sample += 37) {
    const nearest = Math.min(...values.map((value) => Math.abs(value - sample)))
    // Both laws cut instead of rounding: at most one step beside the nearest.
    expect(Math.abs(decode(encode(sample)) - sample)).toBeLessThanOrEqual(nearest + 1 + Math.abs(sample) / 16)
  }
})

const tone = (hertz: number, rate: number, count: number): Buffer => {
  const samples = Buffer.alloc(count * 2)
  for (let index = 0; index < count; index++)
    samples.writeInt16LE(Math.round(10_000 * Math.sin((2 * Math.PI * hertz * index) / rate)), index * 2)
  return samples
}
const loudness = (bytes: Buffer): number => {
  const samples = [...bytes].slice(100).map((byte) => muLaw.decode(byte))
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

test('at a third of the rate a voice keeps its volume, and frequencies that are too high are removed', () => {
  expect(loudness(new Compressor(muLaw).push(tone(1000, 24_000, 24_000)))).toBeCloseTo(10_000 / Math.SQRT2, -3)
  expect(loudness(new Compressor(muLaw).push(tone(6500, 24_000, 24_000)))).toBeLessThan(100)
})

test('the result does not depend on the sizes of the pieces', () => {
  const whole = tone(440, 24_000, 500)
  const expected = new Compressor(aLaw).push(whole)
  expect(expected.length).toBe(Math.floor(499 / 3) + 1)
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
      const compressor = new Compressor(aLaw)
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((place, index) => compressor.push(whole.subarray(places[index], place)))
      expect(Buffer.concat(pieces)).toEqual(expected)
    }),
  )
})

test('G.711 becomes samples', () => {
  expect(expand(Buffer.from([0xff, 0x80]), muLaw)).toEqual(Buffer.from([0, 0, 0x7c, 0x7d]))
})
