import { createHash, createHmac } from 'node:crypto'
import type { ProviderSettings } from '../provider-settings.js'
import { createProvider, type Endpoint } from '../provider.js'
import { credentialsOf, regionOf, secretsOf } from './credentials.js'
import { bedrock } from './index.js'
import { sign } from './sign.js'

const settings = (more: Readonly<Record<string, unknown>> = {}, key?: string): ProviderSettings => ({
  name: 'b',
  kind: 'bedrock',
  headers: {},
  settings: { region: 'eu-west-1', ...more },
  ...(key === undefined ? {} : { api_key: key }),
})

test('the address is made from the region', () => {
  expect(createProvider(settings(), bedrock).origin).toBe('https://bedrock-runtime.eu-west-1.amazonaws.com')
})

test.each([
  ['the setting first', settings(), { AWS_REGION: 'us-west-2' }, 'eu-west-1'],
  ['the variable', settings({ region: undefined }), { AWS_REGION: 'us-west-2' }, 'us-west-2'],
  ['the older variable', settings({ region: undefined }), { AWS_DEFAULT_REGION: 'us-west-1' }, 'us-west-1'],
  ['else the default', settings({ region: undefined }), {}, 'us-east-1'],
])('region: %s', (_, provider, environment, region) => {
  expect(regionOf(provider, environment)).toBe(region)
})

test.each([
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', undefined, ['messages']],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', undefined, ['messages']],
  ['arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-6-v1', undefined, ['messages']],
  ['amazon.nova-lite-v1:0', undefined, ['bedrock-converse']],
  ['openai.gpt-oss-120b-1:0', 'auto', ['bedrock-converse']],
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'converse', ['bedrock-converse']],
  ['arn:aws:bedrock:us-east-1:1:application-inference-profile/abc', 'messages', ['messages']],
])('%s with chat %s speaks %j', (model, chat, dialects) => {
  expect(createProvider(settings({ chat }), bedrock).dialectsFor(model)).toEqual(dialects)
})

const talk = (dialect: 'messages' | 'bedrock-converse' | 'chat-completions', model: string, stream: boolean): Endpoint => ({
  type: 'conversation',
  dialect,
  model,
  stream,
})

test.each<[Endpoint, string | undefined]>([
  [talk('messages', 'anthropic.claude-x-v1:0', false), '/model/anthropic.claude-x-v1%3A0/invoke'],
  [talk('messages', 'anthropic.claude-x-v1:0', true), '/model/anthropic.claude-x-v1%3A0/invoke-with-response-stream'],
  [talk('bedrock-converse', 'amazon.nova-lite-v1:0', false), '/model/amazon.nova-lite-v1%3A0/converse'],
  [
    talk('bedrock-converse', 'arn:aws:bedrock:r:1:inference-profile/x', true),
    '/model/arn%3Aaws%3Abedrock%3Ar%3A1%3Ainference-profile%2Fx/converse-stream',
  ],
  [talk('chat-completions', 'amazon.nova-lite-v1:0', false), undefined],
  [{ type: 'count-tokens', dialect: 'messages', model: 'anthropic.claude-x-v1:0' }, undefined],
  [{ type: 'media', endpoint: 'embeddings', model: 'm', stream: false }, undefined],
])('%j is at %s', (endpoint, path) => {
  expect(bedrock.address(endpoint, settings())?.path).toBe(path)
})

test('streams are AWS event stream messages, of chunks or of events', () => {
  expect(bedrock.streamFraming?.(talk('messages', 'm', true))).toBe('aws-chunks')
  expect(bedrock.streamFraming?.(talk('bedrock-converse', 'm', true))).toBe('aws-events')
})

test('members that only Anthropic has are left out of InvokeModel; Converse has none of them', () => {
  const provider = createProvider(settings(), bedrock)
  expect(provider.traitsFor('anthropic.claude-opus-4-6-v1', 'messages').unsupported).toContain('mcp_servers')
  expect(provider.traitsFor('amazon.nova-pro-v1:0', 'bedrock-converse')).toEqual({})
})

describe('credentials', () => {
  const own = { access_key_id: 'AK', secret_access_key: 'secret', session_token: 'st' }
  const variables = { AWS_ACCESS_KEY_ID: 'AK2', AWS_SECRET_ACCESS_KEY: 'secret2' }
  test.each([
    ['an API key before all', settings(own, 'bedrock-api-key'), variables, { type: 'bearer', key: 'bedrock-api-key' }],
    ['the settings', settings(own), variables, { type: 'keys', accessKeyId: 'AK', secretAccessKey: 'secret', sessionToken: 'st' }],
    ['an API key of the environment', settings(), { ...variables, AWS_BEARER_TOKEN_BEDROCK: 'k' }, { type: 'bearer', key: 'k' }],
    ['the pair of the environment', settings(), variables, { type: 'keys', accessKeyId: 'AK2', secretAccessKey: 'secret2' }],
  ])('%s', (_, provider, environment, credentials) => {
    expect(credentialsOf(provider, environment)).toEqual(credentials)
  })

  test.each([
    ['none at all', settings(), {}],
    ['a profile of the settings is preferred to keys of the environment', settings({ profile: 'work' }), variables],
  ])('the machine is asked: %s', (_, provider, environment) => {
    expect(credentialsOf(provider, environment)).toBeUndefined()
  })

  test('the secrets to mask', () => {
    expect(secretsOf(settings(own), variables)).toEqual(['secret', 'st', 'secret2'])
  })
})

test('an API key is sent as a bearer token', async () => {
  const request = { method: 'POST', url: 'https://x/', headers: {}, body: '{}' }
  await expect(bedrock.authenticate(request, settings({}, 'k'))).resolves.toEqual({ authorization: 'Bearer k' })
})

/** SigV4 as its specification says, step by step: what the server does with a request. */
test('the signature is valid', async () => {
  const body = '{"a":"ü"}'
  const path = '/model/anthropic.claude-x-v1%3A0/invoke'
  const url = `https://bedrock-runtime.eu-west-1.amazonaws.com${path}`
  const headers = { 'content-type': 'application/json', 'user-agent': 'anywire', traceparent: '00-1' }
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', sessionToken: 'st' }
  const added = await sign({ method: 'POST', url, headers, body }, keys, {
    service: 'bedrock',
    region: 'eu-west-1',
    now: new Date('2026-03-04T05:06:07Z'),
  })
  const digest = createHash('sha256').update(body).digest('hex')
  const canonical = [
    'POST',
    '/model/anthropic.claude-x-v1%253A0/invoke',
    '',
    'content-type:application/json',
    'host:bedrock-runtime.eu-west-1.amazonaws.com',
    `x-amz-content-sha256:${digest}`,
    'x-amz-date:20260304T050607Z',
    'x-amz-security-token:st',
    '',
    'content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
    digest,
  ].join('\n')
  const scope = '20260304/eu-west-1/bedrock/aws4_request'
  const text = ['AWS4-HMAC-SHA256', '20260304T050607Z', scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  let key: Buffer = Buffer.from('AWS4wJalrXUtnFEMI')
  for (const step of scope.split('/')) key = createHmac('sha256', key).update(step).digest()
  expect(added).toEqual({
    'x-amz-date': '20260304T050607Z',
    'x-amz-security-token': 'st',
    'x-amz-content-sha256': digest,
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=${createHmac('sha256', key).update(text).digest('hex')}`,
  })
})
