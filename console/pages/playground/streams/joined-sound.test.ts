import { joinedSound } from './joined-sound.js'

const joined = (pieces: readonly string[]) => joinedSound(pieces.map((data) => ({ data })))

const hello = Buffer.from('RIFF and more').toString('base64')

test.each<[string, readonly string[]]>([
  ['one piece', [hello]],
  ['pieces with padding', ['RIFF', ' and ', 'more'].map((text) => Buffer.from(text).toString('base64'))],
  ['one text, cut anywhere', [hello.slice(0, 6), hello.slice(6, 7), hello.slice(7)]],
  ['one text without padding', [hello.replace(/=+$/, '')]],
  ['lines', [`${hello.slice(0, 6)}\r\n${hello.slice(6)}\n`]],
  ['a text that was stopped within a byte', [hello, 'A']],
])('%s: one sound, of the type of its beginning', (_pieces, pieces) => {
  expect(joined(pieces)).toEqual({ name: 'audio/wav', mediaType: 'audio/wav', data: hello })
})

test('a later piece does not change the type', () => {
  const raw = joinedSound([{ data: 'AAAA' }, { data: '//uQ' }, { data: 'AAAA', mediaType: 'audio/wav' }])
  expect(raw).toMatchObject({ mediaType: 'audio/l16;rate=24000', data: 'AAAA//uQAAAA' })
  const named = joinedSound([{ data: '//uQ', mediaType: 'audio/L16;rate=16000' }, { data: '//uQ' }])
  expect(named.mediaType).toBe('audio/L16;rate=16000')
})

test.each([[['****']], [['AAAA', '****', 'AAAA']], [['AAAA', '**']], [['A']]])('%j: without data, since it cannot be read', (pieces) => {
  expect(joined(pieces)).toMatchObject({ data: '' })
})
