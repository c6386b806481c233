import { LiveConfiguration } from '../../src/server/live-configuration.js'
import { configurationFrom } from './configuration.js'

const base = { database: 'memory', server: { cors_origins: ['https://app.example'] }, limits: { connections_per_address: 5 } }
const start = configurationFrom(base)

test('sections stay the same objects, and take over what is set, changed and left out', () => {
  const live = new LiveConfiguration(start)
  const { server, limits, accounting, timeouts } = live.now
  const { bodies } = accounting
  live.take(
    configurationFrom({
      ...base,
      server: { public_url: 'https://gateway.example' },
      limits: { in_flight: 7 },
      accounting: { bodies: { keep: true } },
      webhooks: [{ url: 'https://hooks.example', secret: `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}` }],
    }),
  )
  expect(live.now).toMatchObject({ webhooks: [{ url: 'https://hooks.example' }] })
  expect({ server, limits, bodies }).toMatchObject({
    server: { public_url: 'https://gateway.example', cors_origins: [] },
    limits: { in_flight: 7, connections_per_address: undefined },
    bodies: { keep: true },
  })
  expect([live.now.server, live.now.limits, live.now.accounting.bodies, live.now.timeouts]).toEqual([server, limits, bodies, timeouts])
  live.take(start)
  expect({ server, limits, bodies }).toMatchObject({
    server: { public_url: undefined, cors_origins: ['https://app.example'] },
    limits: { in_flight: 1000, connections_per_address: 5 },
    bodies: { keep: false },
  })
})

test('what the process cannot change stays as it was, and is named', () => {
  const live = new LiveConfiguration(start)
  const next = configurationFrom({
    ...base,
    database: 'file:other.db',
    secret_key: 'k'.repeat(32),
    redis: 'redis://127.0.0.1:1',
    server: { host: '127.0.0.2', port: 1, socket: '/run/anywire.sock', base_path: '/ai', workers: 2, cors_origins: [] },
    limits: { header_bytes: 9000, in_flight: 7 },
  })
  expect([...live.keysAtNextStart(next)].sort()).toEqual([
    ...['database', 'limits.header_bytes', 'redis', 'secret_key'],
    ...['server.base_path', 'server.host', 'server.port', 'server.socket', 'server.workers'],
  ])
  expect(live.keysToTake(next)).toEqual(['server.cors_origins', 'limits.connections_per_address', 'limits.in_flight'])
  live.take(next)
  expect(live.now).toMatchObject({
    database: { kind: 'memory' },
    secret_key: start.secret_key,
    server: { host: '127.0.0.1', port: 8787, base_path: '', workers: 'auto' },
    limits: { header_bytes: 16384, in_flight: 7 },
  })
  expect(live.keysToTake(next)).toEqual([])
})

test('without a database the key of each reading is another, and no change', () => {
  const live = new LiveConfiguration(start)
  const next = configurationFrom(base)
  expect(next.secret_key).not.toBe(start.secret_key)
  expect([live.keysAtNextStart(next), live.keysToTake(next)]).toEqual([[], []])
  live.take(next)
  expect(live.now.secret_key).toBe(start.secret_key)
})
