import { MessagePace } from './message-pace.js'

function taken(pace: MessagePace): number {
  let count = 0
  while (pace.take()) count++
  return count
}

test('ten thousand at once, then a thousand a second', () => {
  let now = 0
  const pace = new MessagePace(() => now)
  expect(taken(pace)).toBe(10_000)
  now += 500
  expect(taken(pace)).toBe(500)
  now += 3_600_000
  expect(taken(pace)).toBe(10_000)
})

test('a peer that stays below it is never stopped', () => {
  let now = 0
  const pace = new MessagePace(() => now)
  for (let message = 0; message < 100_000; message++) {
    expect(pace.take()).toBe(true)
    now += 1
  }
})
