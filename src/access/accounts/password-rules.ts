import { refuse } from '../../exchange/error.js'

const fewest = 12

/** Refuses passwords that are guessed first; there are no rules for the kinds of characters. `at`: JSON pointer. */
export function requireGoodPassword(password: string, name: string, at: string): void {
  if (Array.from(password).length < fewest)
    throw refuse(at, `A password has at least ${fewest} characters; four words you remember are better than signs.`)
  if (isGuessable(password.toLowerCase(), name.toLowerCase()))
    throw refuse(at, 'This password is among those that are tried first. Take another one, such as four unrelated words.')
}

function isGuessable(password: string, name: string): boolean {
  const letters = plain(password)
  return common.has(letters) || repeats(letters) || isRow(letters) || (name.length > 2 && letters.replaceAll(plain(name), '').length < 4)
}

const plain = (text: string): string => text.replaceAll(/[\s._-]/g, '')

/** One to four characters again and again. */
const repeats = (text: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(text)

/** Neighbours on a keyboard or in the alphabet, forward or backward. */
function isRow(text: string): boolean {
  const backward = Array.from(text).reverse().join('')
  return rows.some((row) => row.includes(text) || row.includes(backward))
}

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']

/** The commonest of twelve characters and more in published lists of stolen passwords, without signs between the words. */
const common: ReadonlySet<string> = new Set([
  ...[
    'password1234',
    'password12345',
    'password123456',
    'passwordpassword',
    'password123!',
    'mypassword123',
    'p@ssw0rd1234',
    'p@ssword1234',
  ],
  ...[
    'passw0rd1234',
    'passw0rd12345',
    'adminadmin123',
    'administrator',
    'administrator1',
    'admin1234567',
    'admin12345678',
    'rootrootroot1',
  ],
  ...['qwerty123456', 'qwerty1234567', 'qwertyqwerty1', 'qwertyuiop123', 'qwertyuiop[]', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u', 'q1w2e3r4t5y6'],
  ...['123456789abc', '123456qwerty', '1234567890qwerty', 'abc123456789', 'abcd12345678', 'a1b2c3d4e5f6', '123456abcdef', '1234qwerasdf'],
  ...['letmeinplease', 'letmein12345', 'welcome12345', 'welcome123456', 'changeme1234', 'changeme12345', 'changemeplease', 'iloveyou1234'],
  ...['iloveyou12345', 'iloveyousomuch', 'ihateyou1234', 'sunshine1234', 'princess1234', 'football1234', 'baseball1234', 'superman1234'],
  ...['monkey123456', 'dragon123456', 'master123456', 'shadow123456', 'michael12345', 'charlie12345', 'computer1234', 'internet1234'],
  ...[
    'starwars1234',
    'pokemon12345',
    'whatever1234',
    'trustno1trustno1',
    'summer202412',
    'winter202412',
    'correcthorsebatterystaple',
    'secret123456',
  ],
  ...['test12345678', 'testtest1234', 'testpassword', 'temporary123', 'default12345', 'guest1234567', 'user12345678', 'login1234567'],
])
