import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { GatewayFailure } from '../exchange/error.js'
import { errorFormatOf } from '../contract/error-format.js'
import { readCredential, readSocketCredential } from './credentials.js'

type Headers = Readonly<Record<string, string>>

function requestWith(headers: Headers): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  for (const [name, value] of Object.entries(headers)) {
    request.headers[name] = value
    request.rawHeaders.push(name, value)
  }
  return request
}

function tokenOf(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch (failure) {
    if (failure instanceof GatewayFailure) return failure.error.kind
    throw failure
  }
}

function credentialAt(target: string, headers: Headers): string | undefined {
  const [path = '', query = ''] = target.split('?')
  const request = requestWith(headers)
  return tokenOf(() => readCredential(request, errorFormatOf(path, headers), path, new URLSearchParams(query)))
}

const chat = '/v1/chat/completions'
const messages = '/v1/messages'
const generate = '/v1beta/models/fast:generateContent'
const bearer = { authorization: 'Bearer of-bearer' }

describe('readCredential', () => {
  test.each<[target: string, headers: Headers, expected: string | undefined]>([
    [chat, {}, undefined],
    [chat, bearer, 'of-bearer'],
    [chat, { ...bearer, 'x-anywire-token': 'own' }, 'own'],
    [chat, { authorization: 'Basic dTpw', 'x-anywire-token': 'own' }, 'own'],
    [chat, { ...bearer, 'x-anywire-token': 'not a token' }, 'invalid_api_key'],
    [chat, { ...bearer, 'x-anywire-token': '' }, 'invalid_api_key'],
    [chat, { ...bearer, 'x-anywire-token': 'one, two' }, 'invalid_api_key'],
    [chat, { ...bearer, 'x-anywire-token': 'a'.repeat(513) }, 'invalid_api_key'],
    [chat, { ...bearer, 'x-api-key': 'of-messages' }, 'of-bearer'],
    [messages, { ...bearer, 'x-api-key': 'of-messages' }, 'of-messages'],
    [messages, { ...bearer, 'x-api-key': 'of-messages', 'x-anywire-token': 'own' }, 'own'],
    [messages, { ...bearer, 'x-api-key': 'not a token' }, 'invalid_api_key'],
    [`${generate}?key=of-query`, { ...bearer, 'x-goog-api-key': 'of-generate' }, 'of-generate'],
    [`${generate}?key=of-query`, bearer, 'of-query'],
    [`${generate}?key=of-query`, { 'x-goog-api-key': 'of-generate', 'x-anywire-token': 'own' }, 'own'],
    ['/v1/models', { ...bearer, 'x-goog-api-key': 'of-generate' }, 'of-generate'],
    ['/v1/models', { 'x-api-key': 'of-messages', 'x-anywire-token': 'own' }, 'own'],
    ['/v2/rerank', { ...bearer, 'x-anywire-token': 'own' }, 'own'],
  ])('%s with %j: %s', (target, headers, expected) => {
    expect(credentialAt(target, headers)).toBe(expected)
  })
})

describe('readSocketCredential', () => {
  const protocols = { 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.of-protocol' }

  test.each<[headers: Headers, expected: string | undefined]>([
    [{ cookie: 'x-anywire-token=own' }, undefined],
    [protocols, 'of-protocol'],
    [{ ...protocols, ...bearer }, 'of-bearer'],
    [{ ...protocols, 'x-anywire-token': 'own' }, 'own'],
    [{ ...protocols, ...bearer, 'x-anywire-token': 'own' }, 'own'],
    [{ ...protocols, 'x-anywire-token': 'not a token' }, 'invalid_api_key'],
  ])('%j: %s', (headers, expected) => {
    const request = requestWith(headers)
    expect(tokenOf(() => readSocketCredential(request, '/v1/realtime', new URLSearchParams()))).toBe(expected)
  })
})

test('two Authorization lines are refused, whatever they say; two of another header are not', () => {
  const request = requestWith(bearer)
  request.rawHeaders.push('AUTHORIZATION', 'Bearer of-bearer')
  expect(tokenOf(() => readCredential(request, errorFormatOf(chat, {}), chat, new URLSearchParams()))).toBe('invalid_request')
  const other = requestWith({ ...bearer, accept: '*/*' })
  other.rawHeaders.push('Accept', '*/*')
  expect(tokenOf(() => readCredential(other, errorFormatOf(chat, {}), chat, new URLSearchParams()))).toBe('of-bearer')
})
