import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainConfiguration } from './explain.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-explain-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const env = {
  ADDRESS: 'https://canary-provider.example/v1',
  KEY: 'sk-canary-key',
  ANYWIRE_PORT: '99',
  ANYWIRE_SECRET_KEY: 'canary'.repeat(6),
}
const text = `server: { port: 1 }
database: "postgres://canary:canary@host/name"
tokens: [{ name: a, key: sk-canary }]
webhooks: [{ url: "https://hooks.example/canary", secret: "whsec_Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5" }]
providers:
  - { name: o, kind: openai-compatible, base_url: "\${ADDRESS}", api_key: "\${KEY}", headers: { x-a: canary } }
models: [{ name: m, aliases: [n, o], targets: [{ provider: o, model: "\${MODEL:-x}" }] }]
`

test('each value with where it is from, and no secret', () => {
  const file = join(folder, 'anywire.yaml')
  writeFileSync(file, text)
  const explained = explainConfiguration({ env, cwd: folder, checkOnly: true })
  expect(explained.file).toBe(file)
  const row = (key: string) => explained.values.find((one) => one.key === key)
  expect(row('server.port')).toEqual({ key: 'server.port', value: 99, from: 'environment ANYWIRE_PORT' })
  expect(row('server.host')).toEqual({ key: 'server.host', value: '127.0.0.1', from: 'default' })
  expect(row('secret_key')).toEqual({ key: 'secret_key', value: '********', from: 'environment ANYWIRE_SECRET_KEY' })
  expect(row('tokens[0].key')).toEqual({ key: 'tokens[0].key', value: '********', from: 'anywire.yaml:3:26' })
  expect(row('providers[0].base_url')).toEqual({ key: 'providers[0].base_url', value: env.ADDRESS, from: 'anywire.yaml:6:51, ADDRESS' })
  expect(row('models[0].aliases')?.value).toEqual(['n', 'o'])
  expect(row('models[0].targets[0].model')).toMatchObject({ value: 'x', from: 'anywire.yaml:7:70, default of MODEL' })
  expect(JSON.stringify(explained).replaceAll(env.ADDRESS, '')).not.toContain('canary')
})

test('without a file everything is a default, and the key is made', () => {
  const { file, values } = explainConfiguration({ env: {}, cwd: '/', checkOnly: true })
  expect(file).toBeUndefined()
  expect(new Set(values.map(({ from }) => from))).toEqual(new Set(['default', 'made by the gateway']))
  expect(values).toContainEqual({ key: 'database', value: 'file:./anywire-data/anywire.db', from: 'default' })
})
