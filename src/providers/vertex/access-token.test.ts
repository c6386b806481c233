import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessTokens } from './access-token.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-vertex-'))
const credentialsFile = join(folder, 'key.json')

beforeAll(() => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    type: 'service_account',
    project_id: 'p-1',
    private_key_id: 'k',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'service@p-1.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  writeFileSync(credentialsFile, JSON.stringify(key))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function tokenServer(status: number, body: object): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    fetch: (url) => {
      asked.push(url instanceof Request ? url.url : String(url))
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
    },
  }
}

test('a service account signs for a token, which is asked for once while it is good', async () => {
  const server = tokenServer(200, { access_token: 'ya29.one', expires_in: 3600, token_type: 'Bearer' })
  const tokens = accessTokens({ credentialsFile, fetch: server.fetch })
  expect([await tokens(), await tokens()]).toEqual(['ya29.one', 'ya29.one'])
  expect(server.asked).toEqual(['https://oauth2.googleapis.com/token'])
})

test('a person who has signed in is asked for a token too', async () => {
  const file = join(folder, 'user.json')
  writeFileSync(file, JSON.stringify({ type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'r' }))
  const server = tokenServer(200, { access_token: 'ya29.two', expires_in: 3600, token_type: 'Bearer' })
  await expect(accessTokens({ credentialsFile: file, fetch: server.fetch })()).resolves.toBe('ya29.two')
})

test('a refused account is a failure of the gateway, without its secrets', async () => {
  const server = tokenServer(400, { error: 'invalid_grant', error_description: 'Invalid JWT of service@p-1' })
  await expect(accessTokens({ credentialsFile, fetch: server.fetch })()).rejects.toMatchObject({
    error: { kind: 'upstream_auth', message: 'The gateway has no valid Google Cloud credentials for this provider.' },
  })
})

test('a file that is not there is the same', async () => {
  const server = tokenServer(200, {})
  await expect(accessTokens({ credentialsFile: join(folder, 'none.json'), fetch: server.fetch })()).rejects.toMatchObject({
    error: { kind: 'upstream_auth' },
  })
  expect(server.asked).toEqual([])
})
