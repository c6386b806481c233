import { closeFrame } from './close-soon.js'

test.each([
  [1005, '', []],
  [1000, 'done', [1000, 'done']],
  [4000, 'x'.repeat(123), [4000, 'x'.repeat(123)]],
  [4000, 'x'.repeat(124), [4000, `${'x'.repeat(120)}…`]],
  // A letter is not cut in the middle of its bytes.
  [4000, `${'x'.repeat(119)}é${'x'.repeat(9)}`, [4000, `${'x'.repeat(119)}…`]],
])('%i %j', (code, reason, frame) => {
  const passed = closeFrame(code, reason)
  expect(passed).toEqual(frame)
  expect(Buffer.byteLength(passed[1] ?? '')).toBeLessThanOrEqual(123)
})
