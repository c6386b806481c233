import { bytesPerPiece, MessageFrames } from './message-frames.js'

/** A frame as clients send them (masked), or as providers do. */
function frame(first: number, payload: number, masked = true): Buffer {
  const length =
    payload < 126
      ? [payload]
      : payload < 65_536
        ? [126, payload >> 8, payload & 255]
        : [127, 0, 0, 0, 0, 0, payload >> 16, (payload >> 8) & 255, payload & 255]
  const [short = 0, ...rest] = length
  return Buffer.concat([
    Buffer.from([first, short | (masked ? 0x80 : 0), ...rest, ...(masked ? [1, 2, 3, 4] : [])]),
    Buffer.alloc(payload, 0x81),
  ])
}
const [text, start, more, end, ping] = [0x81, 0x01, 0x00, 0x80, 0x89]

const cases: readonly (readonly [string, Buffer, completed: number, unfinished: number])[] = [
  ['a short message', frame(text, 5), 5, 0],
  ['an empty one', frame(text, 0), 0, 0],
  ['lengths of two and of eight bytes', Buffer.concat([frame(text, 126), frame(text, 70_000)]), 70_126, 0],
  ['a provider’s, without a mask', frame(text, 300, false), 300, 0],
  ['fragments with a ping between them', Buffer.concat([frame(start, 10), frame(ping, 5), frame(more, 20), frame(end, 30)]), 60, 0],
  ['half a message', frame(text, 70_000).subarray(0, 1014), 0, 1000 + bytesPerPiece],
  ['fragments without the last one', Buffer.concat([frame(start, 1), frame(more, 1), frame(more, 0)]), 0, 2 + 4 * bytesPerPiece],
  ['only pings', Buffer.concat([frame(ping, 5), frame(ping, 0)]), 0, 0],
  ['a whole one and the head of the next', Buffer.concat([frame(text, 7), frame(text, 70_000).subarray(0, 9)]), 7, 0],
]

test.each(cases)('%s', (_name, bytes, completed, unfinished) => {
  const frames = new MessageFrames()
  frames.push(bytes)
  expect([frames.completed, frames.unfinished]).toEqual([completed, unfinished])
})

test('complete messages count the same in any chunks, and each chunk of an incomplete one counts', () => {
  for (const size of [1, 2, 3, 7, 100]) {
    const frames = new MessageFrames()
    const bytes = Buffer.concat([frame(text, 5), frame(start, 200), frame(ping, 3), frame(end, 300), frame(text, 70_000).subarray(0, 1014)])
    for (let at = 0; at < bytes.length; at += size) frames.push(bytes.subarray(at, at + size))
    expect([size, frames.completed]).toEqual([size, 505])
    const pieces = (frames.unfinished - 1000) / bytesPerPiece
    expect([size, Math.abs(pieces - 1000 / size) <= 2]).toEqual([size, true])
  }
})
