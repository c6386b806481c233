import { PasswordHasher } from './password-hash.js'

const hasher = new PasswordHasher()

test('a password matches its own hash, whatever characters it has', async () => {
  const password = 'pässwörd 🔑 of four words'
  const stored = await hasher.hash(password)
  expect(stored).toMatch(/^scrypt\$32768\$8\$1\$/)
  expect(stored).not.toContain('words')
  expect(await hasher.matches(password, stored)).toBe(true)
  expect(await hasher.matches(password.normalize('NFD'), stored)).toBe(true)
  expect(await hasher.matches(`${password} `, stored)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hasher.hash('the same words twice')).not.toBe(await hasher.hash('the same words twice'))
})

test('without a hash nothing matches, after the same work', async () => {
  const stored = await hasher.hash('somebody has this password')
  const time = async (hash: string | undefined): Promise<number> => {
    const startedAt = performance.now()
    for (let round = 0; round < 3; round += 1) expect(await hasher.matches('another password', hash)).toBe(false)
    return performance.now() - startedAt
  }
  await time(stored)
  const [known, unknown] = [await time(stored), await time(undefined)]
  expect(unknown).toBeGreaterThan(known / 3)
  expect(unknown).toBeLessThan(known * 3)
})

test('a hash is checked with the costs that it was made with', async () => {
  const cheap =
    'scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA==$' +
    (await import('node:crypto')).scryptSync('old', Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 }).toString('base64')
  expect(await hasher.matches('old', cheap)).toBe(true)
})

test('more passwords than can wait are refused, not queued without end', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => new Promise((resolve) => setImmediate(resolve)).then(() => flood.matches('x', tiny))),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

const flood = new PasswordHasher()
const tiny = 'scrypt$2$1$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
