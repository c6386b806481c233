import { Vault } from '../secrets/vault.js'
import { EntryForm } from './stored-entry.js'

const formUnder = (secretKey: string): EntryForm => new EntryForm(new Vault(secretKey), { environment: {}, directory: '/' })
const form = formUnder('s'.repeat(32))
const content = { name: 'own', kind: 'openai', api_key: 'sk-canary', headers: { 'x-a': 'canary' }, timeouts: { reply_ms: 5 } }
const entry = { id: 'prv_1', name: 'own', version: 3, createdAt: 7, content }

test('a provider is read as it was written', () => {
  const row = form.rowOf(entry)
  expect(JSON.stringify(row)).not.toContain('canary')
  const read = form.providerOf(row)
  expect(read).toMatchObject({ ...entry, settings: { name: 'own', api_key: 'sk-canary', headers: { 'x-a': 'canary' } } })
  expect(read.problem).toBeUndefined()
})

test('one whose secrets do not open is shown with the reason, and is not used', () => {
  const read = formUnder('t'.repeat(32)).providerOf(form.rowOf(entry))
  expect(read.settings).toBeUndefined()
  expect(read.problem).toBe('/api_key, /headers/x-a: secret_key does not open what is stored; set it anew')
  // A row that was copied under another name does not open either.
  expect(form.providerOf({ ...form.rowOf(entry), name: 'other' }).problem).toContain('/api_key')
})

test('one that this version of the program does not take is shown with the reason', () => {
  const read = form.providerOf({ ...form.rowOf(entry), settings: '{"name":"own","kind":"gone"}' })
  expect([read.settings, read.problem]).toEqual([undefined, expect.stringMatching(/^kind: expected one of /)])
  const model = form.modelOf({ ...form.rowOf(entry), settings: '{"name":"m"}', secrets: '{}' })
  expect([model.settings, model.problem]).toEqual([undefined, 'targets: is missing'])
})
