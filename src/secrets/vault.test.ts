import { Vault } from './vault.js'

const place = { provider: 'openai', member: '/api_key' }
const vault = new Vault('s'.repeat(32))

test('a secret opens at its own place, under its own key', () => {
  const sealed = vault.seal('sk-canary-é', place)
  expect(new Vault('s'.repeat(32)).open(sealed, place)).toBe('sk-canary-é')
  expect(vault.open(sealed, { ...place, member: '/headers/x' })).toBeUndefined()
  expect(vault.open(sealed, { ...place, provider: 'other' })).toBeUndefined()
  expect(new Vault('t'.repeat(32)).open(sealed, place)).toBeUndefined()
})

test('nothing of it shows, and no two are alike', () => {
  const [one, other] = [vault.seal('sk-canary', place), vault.seal('sk-canary', place)]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64').includes('canary')).toBe(false)
  expect(Buffer.from(one, 'base64')[0]).toBe(1)
})

test('what is damaged does not open', () => {
  const bytes = Buffer.from(vault.seal('sk-canary', place), 'base64')
  for (const at of [0, 1, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(vault.open(changed.toString('base64'), place)).toBeUndefined()
  }
  for (const text of ['', 'AQ==', bytes.subarray(0, 20).toString('base64')]) expect(vault.open(text, place)).toBeUndefined()
})
