import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { BytePairs } from './byte-pairs.js'
import { o200k } from './o200k.js'
import { packVocabulary, rankOf } from './vocabulary.js'

const packed = o200k()
const pairs = new BytePairs(packed)
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

test('a packed vocabulary has each token with its rank, and nothing else', () => {
  const encoder = new TextEncoder()
  const bytesOf = (token: string | readonly number[]): Uint8Array =>
    typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)
  const wrong = tokens.filter((token, rank) => rankOf(packed, bytesOf(token), 0, bytesOf(token).length) !== rank)
  expect(wrong).toEqual([])
  const known = new Set(tokens.map((token) => bytesOf(token).join()))
  const longer = tokens.map((token) => Uint8Array.from([...bytesOf(token), 0xff])).filter((bytes) => !known.has(bytes.join()))
  expect(longer.filter((bytes) => rankOf(packed, bytes, 0, bytes.length) !== undefined)).toEqual([])
})

test('ranks may have no token', () => {
  const some = packVocabulary(['a', undefined, 'b', [0xff, 0xfe]])
  const bytes = Uint8Array.from([0x61, 0x62, 0xff, 0xfe])
  expect([rankOf(some, bytes, 0, 1), rankOf(some, bytes, 1, 2), rankOf(some, bytes, 2, 4), rankOf(some, bytes, 0, 2)]).toEqual([
    0,
    2,
    3,
    undefined,
  ])
})

test.each([
  ['', 0],
  ['Hello there, how are you?', 7],
  ['<|endoftext|>', 7],
  ['\ud800', 1],
])('%j is %i tokens', (text, count) => {
  expect(pairs.count(text)).toBe(count)
})

// Another implementation with the same vocabulary. U+FEFF is left out: it drops these when it looks parts of a word up.
test.each([
  [
    'words',
    ['The ', "I'LL ", "don't", 'camelCaseWord ', 'HTTPServer', ' 1234567', '3.14', 'x'.repeat(150), ' ', '  ', '\n\n', '\t', '\r\n'],
  ],
  ['signs', ['!!!', '://', '{"a":', '[]);\n', '/*', ' -> ', '====', '\\', '``', "'s", "'Ve", '\u0000', '\u007f', '/\n', '...\r\n/']],
  [
    'scripts',
    [
      'naïve ',
      'Größe',
      'Ǆ',
      'ʰ',
      'привет',
      ' 你好世界',
      'ありがとう',
      '한국어',
      'مرحبا',
      'שלום',
      'नमस्ते',
      '१२३',
      '½',
      'e\u0301',
      '\u00a0',
      '\u3000',
    ],
  ],
  ['pictures', ['😀', '👨\u200d👩\u200d👧', '🇫🇷', '\ud800', '\udc00', '\ufffd', '𝒳', '𐍈', '→', '…', '’s', '—', '“a”']],
])('mixed %s count as with gpt-tokenizer', (_, pieces) => {
  let seed = 1
  const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join('')
    expect([text, pairs.count(text)]).toEqual([text, countTokens(text, plain)])
  }
})
