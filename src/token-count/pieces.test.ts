import { pieceEnd } from './pieces.js'

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from)
    pieces.push(text.slice(from, end))
    from = end
  }
  return pieces
}

const lengthsOf = (text: string): number[] => piecesOf(text).map((piece) => piece.length)

test.each([
  ['a short text', 'What is the capital of France?', [30]],
  ['nothing', '', []],
  ['a word of the maximum length', 'a'.repeat(200), [200]],
  ['a word over the maximum length', 'a'.repeat(450), [200, 200, 50]],
  ['white space over the maximum length', ' \n\t\u00a0\u3000'.repeat(300), [512, 512, 476]],
  ['a long run between words', `ab ${'x'.repeat(300)} cd`, [3, 200, 103]],
  ['white space between words', `ab${' '.repeat(600)}cd`, [2, 512, 90]],
  ['surrogate pairs', '🙂'.repeat(101), [200, 2]],
  ['a cut that would split a surrogate pair', `a${'🙂'.repeat(101)}`, [201, 2]],
])('%s', (_name, text, lengths) => {
  expect(lengthsOf(text)).toEqual(lengths)
})

test('ordinary text is cut between words', () => {
  const text = 'some words to count, '.repeat(2000)
  const pieces = piecesOf(text)
  expect(pieces.join('')).toBe(text)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(16_384)
  expect(pieces.every((piece) => /^(?:\w| \w)/.test(piece) || piece.startsWith(' '))).toBe(true)
  expect(pieces.length).toBe(3)
})
