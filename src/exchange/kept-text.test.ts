import { KeptText } from './kept-text.js'

test('a long text is handed over once, in its order, and then piece by piece', () => {
  const appended: string[] = []
  const text = new KeptText({ open: () => ({ mark: 'mark', append: (piece) => appended.push(piece) }) })
  const half = 'x'.repeat(20 * 1024)
  text.add(half)
  expect([text.whole, appended]).toEqual([half, []])
  text.add('y'.repeat(20 * 1024))
  text.add('z')
  expect(appended).toEqual([half + 'y'.repeat(20 * 1024), 'z'])
  expect([text.whole, text.length]).toEqual(['mark', 40 * 1024 + 1])
})

test('without a place for long texts it is kept whole', () => {
  const text = new KeptText(undefined)
  text.add('x'.repeat(40 * 1024))
  expect(text.whole).toHaveLength(40 * 1024)
})
