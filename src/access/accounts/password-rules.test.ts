import { requireGoodPassword } from './password-rules.js'

test.each([
  'short',
  'elevenchars',
  '           1',
  'aaaaaaaaaaaaa',
  'abcabcabcabcabc',
  '123456789012',
  'qwertyuiopas',
  'zyxwvutsrqpo',
  'Password1234',
  'password-1234',
  'administrator',
  'ada.lovelace1',
  'ada.lovelace ada.lovelace',
])('%j is refused, naming the field', (password) => {
  expect(() => requireGoodPassword(password, 'ada.lovelace', '/password')).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ param: '/password' }) }),
  )
})

test.each(['four unrelated words', 'kjh34!kdl92s', '🔑🔒🗝️🚪🏠🪟🛋️🛏️🚿🚽🧻🪥', 'correct horse battery staples', 'пароль из четырёх слов'])(
  '%j is taken',
  (password) => {
    expect(() => requireGoodPassword(password, 'ada', '/password')).not.toThrow()
  },
)
