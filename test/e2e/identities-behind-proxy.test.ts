import { jest } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { Authority } from './certificates.js'
import { token } from './gateway.js'

jest.setTimeout(60_000)

/** What a host answers: `undefined` to a request that it does not know. */
type Answer = (path: string, headers: Readonly<Record<string, unknown>>, body: string) => object | string | undefined

const end = '2030-01-01T00:00:00Z'
const stsAnswer = `<R><Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>sec</SecretAccessKey><SessionToken>ses</SessionToken><Expiration>${end}</Expiration></Credentials></R>`
const bearer = (value: string, reply: object): Answer => {
  return (_path, { authorization }) => (authorization === `Bearer ${value}` ? reply : undefined)
}

/** The hosts that the proxy can reach, all behind TLS. */
const hosts: Readonly<Record<string, Answer>> = {
  'sts.eu-west-1.amazonaws.com': (path, _headers, body) => {
    const form = new URLSearchParams(body)
    const asked = form.get('Action') === 'AssumeRoleWithWebIdentity' && form.get('WebIdentityToken') === 'web-token'
    return path === '/' && asked && form.get('RoleArn') === 'arn:r' ? stsAnswer : undefined
  },
  'bedrock-runtime.eu-west-1.amazonaws.com': (_path, headers) =>
    headers['x-amz-security-token'] === 'ses'
      ? {
          output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        }
      : undefined,
  'login.microsoftonline.com': (path, _headers, body) =>
    path === '/ten/oauth2/v2.0/token' && new URLSearchParams(body).get('client_secret') === 'azure-secret'
      ? { access_token: 'entra-1', expires_in: 3600 }
      : undefined,
  'res.openai.azure.com': bearer('entra-1', {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  }),
  'oauth2.googleapis.com': (path, _headers, body) =>
    path === '/token' && (new URLSearchParams(body).get('assertion') ?? '') !== ''
      ? { access_token: 'google-1', expires_in: 3600, token_type: 'Bearer' }
      : undefined,
  'eu-aiplatform.test': bearer('google-1', {
    candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP', index: 0 }],
  }),
}

const authority = new Authority()
const folder = mkdtempSync(join(tmpdir(), 'anywire-identities-'))
const servers: (Server | TcpServer)[] = []
const ports = new Map<string, number>()
const reached: string[] = []
let proxy = ''
let gateway: Program | undefined

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  for (const [host, answer] of Object.entries(hosts)) {
    const { cert, key } = authority.issue(host, { host })
    const server = createTlsServer({ cert, key }, (request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        const reply = answer(request.url ?? '', request.headers, body)
        if (reply === undefined) response.writeHead(400).end('not expected')
        else if (typeof reply === 'string') response.end(reply)
        else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
      })
    })
    ports.set(`${host}:443`, await listen(server))
  }
  const server = createServer()
  server.on('connect', (request, socket) => {
    reached.push(request.url ?? '')
    const port = ports.get(request.url ?? '')
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Unknown\r\n\r\n')
      return
    }
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  proxy = `http://127.0.0.1:${await listen(server)}`
  writeFileSync(join(folder, 'web-token'), 'web-token\n')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(
    join(folder, 'google.json'),
    JSON.stringify({
      type: 'service_account',
      client_email: 'a@p.iam.gserviceaccount.com',
      private_key_id: 'k',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  )
})
afterEach(async () => {
  await gateway?.stop()
  reached.length = 0
})
afterAll(() => {
  authority.remove()
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const clouds: readonly [string, object, string, readonly string[]][] = [
  ['AWS STS', { kind: 'bedrock' }, 'amazon.nova-lite-v1:0', ['sts.eu-west-1.amazonaws.com', 'bedrock-runtime.eu-west-1.amazonaws.com']],
  [
    'Entra ID',
    {
      kind: 'azure-openai',
      base_url: 'https://res.openai.azure.com',
      identity: 'client_secret',
      tenant_id: 'ten',
      client_id: 'app',
      client_secret: 'azure-secret',
    },
    'x',
    ['login.microsoftonline.com', 'res.openai.azure.com'],
  ],
  [
    "Google's tokens",
    {
      kind: 'vertex',
      base_url: 'https://eu-aiplatform.test',
      project: 'p',
      location: 'eu',
      credentials_file: join(folder, 'google.json'),
    },
    'gemini-2.5-flash',
    ['oauth2.googleapis.com', 'eu-aiplatform.test'],
  ],
]

async function answerThrough(provider: object, model: string, environment: Record<string, string>): Promise<unknown> {
  gateway = await Program.start(
    {
      database: 'memory',
      tokens: [{ name: 'test', key: token }],
      retries: { attempts: 1 },
      providers: [{ name: 'p', ca_file: authority.caFile, ...provider }],
      models: [{ name: 'm', targets: [{ provider: 'p', model }] }],
    },
    {
      environment: {
        AWS_REGION: 'eu-west-1',
        AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'web-token'),
        AWS_ROLE_ARN: 'arn:r',
        ...environment,
      },
    },
  )
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  const answer = (await reply.json()) as { choices?: { message: { content: string } }[] }
  return answer.choices?.[0]?.message.content ?? [answer, gateway.output()]
}

test.each(clouds)(
  '%s and the provider are reached through the proxy of the provider, with its authority',
  async (_, provider, model, asked) => {
    expect(await answerThrough({ ...provider, proxy }, model, {})).toBe('ok')
    expect(reached).toEqual(asked.map((host) => `${host}:443`))
  },
)

test.each(clouds)("%s and the provider are reached through the environment's proxy", async (_, provider, model, asked) => {
  expect(await answerThrough(provider, model, { HTTPS_PROXY: proxy })).toBe('ok')
  expect(reached).toEqual(asked.map((host) => `${host}:443`))
})
