import { baseAddress } from './base-address.js'
import { Contract } from '../contract/contract.js'
import { ownOperations } from '../contract/own-operations.js'
import { wrongAddressesOf, type WrongAddress } from './wrong-address.js'

const base = 'http://127.0.0.1:8787'
const anthropicHeaders = { 'anthropic-version': '2023-06-01' }
const googleHeaders = { 'x-goog-api-key': 'k' }
let wrongAddress: WrongAddress

beforeAll(async () => {
  wrongAddress = wrongAddressesOf(new Contract(await ownOperations()))
})

test.each([
  ['/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/v1/v1/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/openai/v1/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/openai/deployments/gpt-x/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/v1/chat/completions/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/v1beta/openai/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/api/v1/models', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/responses', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/openai/v1/responses/resp_1', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/audio/speech', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['//v1/chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1, without a slash at its end.'],
  ['/v1//chat/completions', {}, 'OpenAI clients is http://127.0.0.1:8787/v1, without a slash at its end.'],
  ['/v1/v1/messages', {}, 'Anthropic clients is http://127.0.0.1:8787; they append /v1/messages to it.'],
  ['/anthropic/v1/messages', {}, 'Anthropic clients is http://127.0.0.1:8787; they append /v1/messages to it.'],
  ['/v1/messages/v1/messages', {}, 'Anthropic clients is http://127.0.0.1:8787; they append /v1/messages to it.'],
  [
    '//v1/messages/count_tokens',
    {},
    'Anthropic clients is http://127.0.0.1:8787, without a slash at its end; they append /v1/messages to it.',
  ],
  ['/messages', {}, 'Anthropic clients that append /messages is http://127.0.0.1:8787/v1.'],
  ['/v1/v1/models', anthropicHeaders, 'Anthropic clients is http://127.0.0.1:8787; they append /v1/messages to it.'],
  ['/v1beta/v1/models/m:generateContent', {}, 'Google clients is http://127.0.0.1:8787; they append /v1beta/models to it.'],
  [
    '//v1beta/models/a/b:generateContent',
    {},
    'Google clients is http://127.0.0.1:8787, without a slash at its end; they append /v1beta/models to it.',
  ],
  ['/models/m:streamGenerateContent', {}, 'Google clients that append /models is http://127.0.0.1:8787/v1beta.'],
  ['/v1beta/v1beta/models', googleHeaders, 'Google clients is http://127.0.0.1:8787; they append /v1beta/models to it.'],
  ['/models/m', googleHeaders, 'Google clients that append /models is http://127.0.0.1:8787/v1beta.'],
  ['/v1alpha/models/m:generateContent', {}, 'Google clients is http://127.0.0.1:8787; they append /v1beta/models to it.'],
  ['/models/m:predict', {}, 'Google clients that append /models is http://127.0.0.1:8787/v1beta.'],
  ['/v1/v2/rerank', {}, 'Cohere clients is http://127.0.0.1:8787.'],
  ['/rerank', {}, 'clients that append /rerank is http://127.0.0.1:8787/v1.'],
  ['/conversations/conv_1/items', {}, 'OpenAI clients is http://127.0.0.1:8787/v1.'],
  ['/chat/completions/messages', {}, 'Anthropic clients that append /messages is http://127.0.0.1:8787/v1.'],
])('%s: the base address of %j %s', (path, headers, words) => {
  expect(wrongAddress(path, headers, base)).toBe(`There is nothing at this path. The base address of ${words}`)
})

test.each(['/v1/chat/completions', '/v1beta/models/m:generateContent', '/v1/messages'])('%s/: the address without the slash', (path) => {
  expect(wrongAddress(`${path}/`, {}, base)).toBe(`Paths have no slash at their end here: ${base}${path} is the address.`)
})

test('every endpoint of a model is known where the version is missing', async () => {
  const paths = (await ownOperations()).map(({ path }) => path).filter((path) => /^\/v\d/.test(path))
  const told = paths.filter((path) => wrongAddress(path.replace(/^\/v\d(?:beta)?/, '').replaceAll(/\{\w+\}/g, 'x'), {}, base) !== undefined)
  expect(paths.length).toBeGreaterThan(30)
  expect(told).toEqual(paths)
})

test.each([
  '/',
  '/v1',
  '/v1/files',
  '/v1/files/',
  '/v2/chat',
  '/nowhere',
  '/v1/threads/thread_1/messages',
  '/v1/messages/batches',
  '/metrics',
  `/${'v1/'.repeat(2000)}x`,
])('%s says nothing of base addresses', (path) => {
  expect(wrongAddress(path, {}, base)).toBeUndefined()
})

test.each([
  [{ public_url: 'https://ai.example/gateway', port: 1, base_path: '/gateway' }, { host: 'x' }, 'https://ai.example/gateway'],
  [{ port: 8787, base_path: '' }, { host: 'box.local:8787' }, 'http://box.local:8787'],
  [{ port: 8787, base_path: '/ai' }, { host: 'ai.example', 'x-forwarded-proto': 'https' }, 'https://ai.example/ai'],
  [{ port: 8787, base_path: '' }, { host: 'a<script>' }, 'http://127.0.0.1:8787'],
])('with %j, asked with %j, the gateway is at %s', (server, headers, address) => {
  expect(baseAddress({ headers }, server)).toBe(address)
})
