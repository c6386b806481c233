// A query parameter without effect is refused below /api, in every operation of the contract, and passes in the styles of models.
import { readFileSync } from 'node:fs'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId?: string; readonly security?: readonly unknown[] }>>>
  >
}
const { paths } = JSON.parse(readFileSync(new URL('../../openapi/dist/platform.json', import.meta.url), 'utf8')) as Document
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, security }]) =>
      operationId === undefined ? [] : [{ path, method, open: security?.length === 0 }],
    ),
  )
// What needs a session, or a page of the console, takes the same path through the gateway.
const asked = operations.filter(({ path, method, open }) => !path.startsWith('/api/console/') || (open && method === 'get'))

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' } })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function ask(method: string, path: string): Promise<Response> {
  const key = path.startsWith('/api/admin/') ? 'adm-case' : token
  const body = method === 'post' || method === 'patch' ? { body: '{}' } : {}
  const headers = {
    authorization: `Bearer ${key}`,
    ...(method === 'post' || method === 'patch' ? { 'content-type': 'application/json' } : {}),
  }
  return fetch(gateway.address + path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase(), headers, ...body })
}

test('there are operations', () => {
  expect(asked.length).toBeGreaterThan(30)
})

test.each(asked)('$method $path', async ({ method, path }) => {
  const reply = await ask(method, `${path}?group_by=team`)
  expect([reply.status, reply.headers.get('content-type'), await reply.json()]).toEqual([
    400,
    'application/problem+json',
    expect.objectContaining({ code: 'invalid_request', param: 'group_by', detail: expect.stringContaining('"group_by"') }),
  ])
})

test('a report that is asked for twice over is none', async () => {
  expect(await (await ask('get', '/api/admin/usage?by=team&by=user')).json()).toMatchObject({ status: 400, param: 'by' })
})

test('clients of models may send parameters of their own', async () => {
  expect((await ask('get', '/v1/models?group_by=team')).status).toBe(200)
})
