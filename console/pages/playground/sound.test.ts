import { playable } from './sound.js'

test('samples without a head get that of a WAV file with their rate', async () => {
  const blob = playable('audio/L16;codec=pcm;rate=24000', new Uint8Array([1, 0, 2, 0]))
  const view = new DataView(await blob.arrayBuffer())
  const text = (at: number): string => String.fromCharCode(...new Uint8Array(view.buffer, at, 4))
  expect([blob.type, text(0), text(8), text(36)]).toEqual(['audio/wav', 'RIFF', 'WAVE', 'data'])
  expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true), view.byteLength]).toEqual([40, 24_000, 4, 48])
})

test('a file stays what it is', async () => {
  const blob = playable('audio/mpeg', new Uint8Array([1, 2]))
  expect([blob.type, blob.size]).toEqual(['audio/mpeg', 2])
})
