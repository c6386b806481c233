import { soundType } from './sound-type.js'

const samples = 'audio/l16;rate=24000'

test.each([
  ['UklGRg==', 'audio/wav'],
  ['T2dnUwAC', 'audio/ogg'],
  ['ZkxhQwAA', 'audio/flac'],
  ['SUQzBAAA', 'audio/mpeg'],
  ['//uQZAAA', 'audio/mpeg'],
  ['//PEZAAA', 'audio/mpeg'],
  ['/+MQZAAA', 'audio/mpeg'],
  ['//FQgAAA', 'audio/aac'],
  ['AAAAAAAA', samples],
  ['////////', samples],
])('sound that begins with %s is %s', (base64, type) => {
  expect(soundType(base64)).toBe(type)
})

// Each with every third byte, whose first bits are in the third character too.
test.each<[string, readonly number[], string]>([
  ['MP3 of MPEG 1', [0xff, 0xfb], 'audio/mpeg'],
  ['MP3 of MPEG 1 with a checksum', [0xff, 0xfa], 'audio/mpeg'],
  ['MP3 of MPEG 2', [0xff, 0xf3], 'audio/mpeg'],
  ['MP3 of MPEG 2 with a checksum', [0xff, 0xf2], 'audio/mpeg'],
  ['MP3 of MPEG 2.5', [0xff, 0xe3], 'audio/mpeg'],
  ['AAC of MPEG 4', [0xff, 0xf1], 'audio/aac'],
  ['AAC of MPEG 2', [0xff, 0xf9], 'audio/aac'],
])('every frame of %s', (_format, head, type) => {
  const types = Array.from({ length: 256 }, (_, third) => soundType(Buffer.from([...head, third]).toString('base64')))
  expect(new Set(types)).toEqual(new Set([type]))
})
