import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfiguration } from './index.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'anywire-config-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

const load = (yaml: string, env: Record<string, string> = {}) => {
  writeFileSync(join(directory, 'anywire.yaml'), yaml)
  return loadConfiguration({ env, cwd: directory })
}

describe('defaults', () => {
  test('an empty file on memory has every one of them', () => {
    const { secret_key, file, ...configuration } = load('database: memory')
    expect(Buffer.byteLength(secret_key)).toBeGreaterThanOrEqual(32)
    expect(file).toBe(join(directory, 'anywire.yaml'))
    expect(configuration).toEqual({
      server: { host: '127.0.0.1', port: 8787, workers: 'auto', cors_origins: [], base_path: '' },
      database: { kind: 'memory' },
      admin: { audit_days: 365 },
      tokens: [],
      providers: [],
      models: [],
      places: { providers: new Map(), models: new Map() },
      limits: {
        body_bytes: 33554432,
        multipart_bytes: 27262976,
        header_bytes: 16384,
        header_count: 100,
        url_bytes: 8192,
        json_depth: 64,
        json_values: 500000,
        json_keys: 100000,
        memory_bytes: 536870912,
        calls_per_request: 128,
        sse_frame_bytes: 16777216,
        upstream_body_bytes: 67108864,
        in_flight: 1000,
        max_wait_ms: 0,
        buffered_bytes_per_stream: 65536,
        ws_message_bytes: 16777216,
        unread_bytes: 268435456,
      },
      timeouts: {
        header_ms: 10000,
        body_idle_ms: 30000,
        request_ms: 300000,
        connect_ms: 5000,
        content_idle_ms: 900000,
        keep_alive_ms: 65000,
        max_connection_age_ms: 300000,
        first_byte_ms: 300000,
        hold_ms: 10000,
        reply_ms: 900000,
        stream_idle_ms: 300000,
        stream_total_ms: 3600000,
        client_stall_ms: 60000,
        heartbeat_ms: 15000,
        ws_idle_ms: 300000,
        drain_delay_ms: 5000,
        drain_ms: 300000,
      },
      retries: { attempts: 3, budget_percent: 20, budget_floor: 3, max_wait_ms: 5000 },
      breaker: { consecutive_failures: 5, open_ms: 15000, open_max_ms: 120000 },
      responses: { ttl_days: 30, quota_bytes: 1073741824 },
      log: { format: 'auto', end_users: 'hashed' },
      accounting: {
        catalogue: true,
        unknown_price: 'zero',
        retention_days: 90,
        fine_usage_days: 7,
        usage_days: 800,
        bodies: { keep: false, max_bytes: 65536, retention_days: 7 },
      },
      unknown_ids: 'pass',
      warnings: [],
      webhooks: [],
      discover: true,
    })
  })

  test('tokens, providers and models are completed', () => {
    const configuration = load(`
database: memory
tokens: [ { name: ci, key: sk-case, budget_usd: 1.5 } ]
providers:
  - { name: openai, kind: openai, api_key: k }
  - { name: mine, kind: openai-compatible, base_url: "http://127.0.0.1:9/v1/", chat_api: both, headers: { x-team: a }, passthrough: true }
  - { name: gguf, kind: local, threads: 2 }
models:
  - { name: fast, targets: [ { provider: openai, model: gpt-x, weight: 9 }, { provider: mine, model: y, price: { input_per_million_usd: 0.0000001 } } ], price: { input_per_million_usd: "3.00", output_per_million_usd: 15 } }
`)
    expect(configuration.discover).toBe(false)
    expect(configuration.tokens).toEqual([
      { name: 'ci', place: 'anywire.yaml:3:11', key: 'sk-case', models: ['*'], max_concurrent: 100, budget_usd: '1.5' },
    ])
    expect(configuration.providers).toEqual([
      { name: 'openai', kind: 'openai', base_url: 'https://api.openai.com/v1', api_key: 'k', chat_api: 'chat', headers: {}, settings: {} },
      {
        name: 'mine',
        kind: 'openai-compatible',
        base_url: 'http://127.0.0.1:9/v1',
        chat_api: 'both',
        headers: { 'x-team': 'a' },
        passthrough: { prefixes: [] },
        settings: {},
      },
      { name: 'gguf', kind: 'local', headers: {}, settings: { threads: 2 } },
    ])
    expect(configuration.models).toEqual([
      {
        name: 'fast',
        aliases: [],
        targets: [
          { provider: 'openai', model: 'gpt-x', weight: 9 },
          { provider: 'mine', model: 'y', price: { input_per_million_usd: '0.0000001' } },
        ],
        price: { input_per_million_usd: '3.00', output_per_million_usd: '15' },
      },
    ])
  })
})

test('all amounts of a price become plain digits', () => {
  const { models } = load(`
database: memory
providers: [ { name: a, kind: openai, api_key: k } ]
models:
  - name: m
    targets: [ { provider: a, model: x } ]
    price:
      input_per_million_usd: 1e-7
      images: [ { size: 1024x1024, usd: 0.04 } ]
      above: [ { input_tokens: 200000, input_per_million_usd: 2 } ]
      service_tiers: { flex: { output_per_million_usd: 7.5, above: [ { input_tokens: 9, output_per_million_usd: 8 } ] } }
      changes: [ { from: 2030-01-01, search_usd: 0.01, service_tiers: { flex: { request_usd: 1 } } } ]
`)
  expect(models[0]?.price).toEqual({
    input_per_million_usd: '0.0000001',
    images: [{ size: '1024x1024', usd: '0.04' }],
    above: [{ input_tokens: 200000, input_per_million_usd: '2' }],
    service_tiers: { flex: { output_per_million_usd: '7.5', above: [{ input_tokens: 9, output_per_million_usd: '8' }] } },
    changes: [{ from: '2030-01-01', search_usd: '0.01', service_tiers: { flex: { request_usd: '1' } } }],
  })
})

describe('the environment', () => {
  test('is put into texts, with defaults and escapes, also where a number is expected', () => {
    const configuration = load(
      'database: memory\nserver: { host: "${HOST:-::1}", port: "${PORT:-9000}" }\ntokens: [ { name: "a$${b}", key: "sk-${PART}-${EMPTY:-x}" } ]',
      { PART: 'one', EMPTY: '' },
    )
    expect(configuration.server).toMatchObject({ host: '::1', port: 9000 })
    expect(configuration.tokens[0]).toMatchObject({ name: 'a${b}', key: 'sk-one-x' })
  })

  test('may come from .env beside the file; what is really set wins', () => {
    writeFileSync(join(directory, '.env'), 'KEY_ONE=from-file\nKEY_TWO=from-file\n')
    const configuration = load('database: memory\ntokens: [ { name: a, key: "${KEY_ONE}" }, { name: b, key: "${KEY_TWO}" } ]', {
      KEY_TWO: 'set',
    })
    expect(configuration.tokens.map((token) => token.key)).toEqual(['from-file', 'set'])
  })

  test('ANYWIRE_PORT and ANYWIRE_SECRET_KEY override the file', () => {
    const secret = 's'.repeat(32)
    const configuration = load(`server: { port: 1 }\nsecret_key: ${'f'.repeat(32)}`, { ANYWIRE_PORT: '18600', ANYWIRE_SECRET_KEY: secret })
    expect(configuration.server.port).toBe(18600)
    expect(configuration.secret_key).toBe(secret)
    expect(configuration.database).toEqual({ kind: 'file', path: join(directory, 'anywire-data', 'anywire.db') })
  })

  test('HOST and PORT of container platforms stand in where the file is silent', () => {
    const server = (yaml: string, env: Record<string, string>) => load(`database: memory\n${yaml}`, env).server
    expect(server('', { PORT: '8080', HOST: '0.0.0.0' })).toMatchObject({ port: 8080, host: '0.0.0.0' })
    expect(server('server: { port: 1, host: "::1" }', { PORT: '8080', HOST: '0.0.0.0' })).toMatchObject({ port: 1, host: '::1' })
    expect(server('server: { host: "::1" }', { ANYWIRE_HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0' })
    expect(server('', { HOST: 'my-laptop' })).toMatchObject({ host: '127.0.0.1' })
    expect(server('', { HOST: 'localhost', PORT: '65535' })).toMatchObject({ host: 'localhost', port: 65535 })
    expect(() => server('', { PORT: '65536' })).toThrow('environment: PORT: expected a port number from 0 to 65535')
  })

  test('${file:…} puts in a secret that lies in a file; keys lose the white space around them', () => {
    writeFileSync(join(directory, 'secret'), 'sk-from-a-file\n')
    const configuration = load(
      'database: memory\ntokens: [ { name: a, key: "${file:secret}" } ]\nproviders: [ { name: p, kind: openai, api_key: " k\\n" } ]',
    )
    expect([configuration.tokens[0]?.key, configuration.providers[0]?.api_key]).toEqual(['sk-from-a-file', 'k'])
  })

  test('.env may begin with a byte order mark, and has # as dotenv has it', () => {
    writeFileSync(join(directory, '.env'), '\uFEFFKEY_ONE="a#b" # why\nKEY_TWO=c # why\n')
    const configuration = load('database: memory\ntokens: [ { name: "${KEY_ONE}", key: "${KEY_TWO}" } ]')
    expect(configuration.tokens[0]).toMatchObject({ name: 'a#b', key: 'c' })
  })

  test('YAML merge keys work', () => {
    const configuration = load(
      'database: memory\ntokens: [ &limits { name: a, key: sk-a, requests_per_minute: 5 }, { <<: *limits, name: b, key: sk-b } ]',
    )
    expect(configuration.tokens[1]).toMatchObject({ name: 'b', requests_per_minute: 5 })
  })

  test('a short request_ms alone shortens header_ms', () => {
    expect(load('database: memory\ntimeouts: { request_ms: 400 }').timeouts).toMatchObject({ header_ms: 400, request_ms: 400 })
    expect(load('database: memory\ntimeouts: { request_ms: 20000 }').timeouts).toMatchObject({ header_ms: 10_000, request_ms: 20_000 })
  })

  test('ANYWIRE_CONFIG names the file', () => {
    writeFileSync(join(directory, 'other.yaml'), 'database: memory\nserver: { port: 2 }')
    expect(loadConfiguration({ env: { ANYWIRE_CONFIG: 'other.yaml' }, cwd: directory }).server.port).toBe(2)
  })
})

describe('providers', () => {
  const provider = (members: string): string => `database: memory\nproviders: [ { name: a, kind: openai-compatible, ${members} } ]`

  test('an address that may lack its version is a warning at its place', () => {
    const { providers, warnings } = load(provider('base_url: "http://h"'))
    expect(providers[0]?.base_url).toBe('http://h')
    expect(warnings).toEqual(['anywire.yaml:2:60: providers[0].base_url: has no path: most servers have their API at http://h/v1'])
  })
  test('a certificate that cannot be read is an error at its place', () => {
    expect(() => load(provider('base_url: "http://h/v1", ca_file: none.pem'))).toThrow(
      /^anywire\.yaml:2:\d+: providers\[0\]\.ca_file: expected a readable file in PEM form/,
    )
  })
})

describe('a file that is no text or has nothing in it', () => {
  test('bytes that are not UTF-8', () => {
    const path = join(directory, 'anywire.yaml')
    writeFileSync(path, Buffer.from([0x61, 0x3a, 0x20, 0xff]))
    expect(() => loadConfiguration({ env: {}, cwd: directory })).toThrow(`${path} cannot be read (not UTF-8); expected a YAML file`)
  })
  test('an empty file asks for the secret key that its database needs', () => {
    expect(() => load('')).toThrow(/secret_key: is missing; a stored database needs at least 32 bytes/)
  })
})

describe('without a file', () => {
  test('the secret key is made once, beside the database, for its owner alone', () => {
    const first = loadConfiguration({ env: {}, cwd: directory })
    const path = join(directory, 'anywire-data', 'secret_key')
    expect(readFileSync(path, 'utf8').trim()).toBe(first.secret_key)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadConfiguration({ env: {}, cwd: directory }).secret_key).toBe(first.secret_key)
    expect(first).toMatchObject({ discover: true, providers: [], models: [], tokens: [] })
    expect(first.file).toBeUndefined()
  })

  test('errors name the environment', () => {
    expect(() => loadConfiguration({ env: { PORT: 'x' }, cwd: directory })).toThrow(/^environment: PORT/)
  })

  test('a mere check makes nothing', () => {
    loadConfiguration({ env: {}, cwd: directory, checkOnly: true })
    expect(existsSync(join(directory, 'anywire-data'))).toBe(false)
  })
})
