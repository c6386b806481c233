import type { OutgoingHttpHeaders } from 'node:http'
import { Quotas, takeFrom } from '../accounting/quotas.js'
import type { ErrorFormat } from '../contract/error-format.js'
import { addLimitHeaders } from './limit-headers.js'

const noon = Date.parse('2026-01-31T12:00:00Z')

function headersFor(errorFormat: ErrorFormat): OutgoingHttpHeaders {
  const quotas = new Quotas({ clock: () => noon, now: () => noon }).of({
    id: 't',
    policy: { rates: { requestsPerMinute: 60, requestsPerDay: 1000, tokensPerMinute: 6000 } },
  })
  if (quotas === undefined) throw new Error('no quotas')
  takeFrom(quotas.requests, 30)
  takeFrom(quotas.tokens, 7000)
  const headers: OutgoingHttpHeaders = {}
  addLimitHeaders(headers, { quotas, errorFormat, now: () => noon })
  return headers
}

const standard = {
  'ratelimit-policy': '"requests-per-minute";q=60;w=60, "requests-per-day";q=1000;w=86400, "tokens-per-minute";q=6000;w=60;qu="tokens"',
  ratelimit: '"requests-per-minute";r=30;t=30, "requests-per-day";r=970;t=43200, "tokens-per-minute";r=0;t=70',
}

test('every quota in the standard headers, the scarcest of each kind in those of OpenAI', () => {
  expect(headersFor('responses')).toEqual({
    ...standard,
    'x-ratelimit-limit-requests': '60',
    'x-ratelimit-remaining-requests': '30',
    'x-ratelimit-reset-requests': '30s',
    'x-ratelimit-limit-tokens': '6000',
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': '70s',
  })
})

test('clients of the messages style get Anthropic’s headers in place of those, with times', () => {
  expect(headersFor('messages')).toEqual({
    ...standard,
    'anthropic-ratelimit-requests-limit': '60',
    'anthropic-ratelimit-requests-remaining': '30',
    'anthropic-ratelimit-requests-reset': '2026-01-31T12:00:30Z',
    'anthropic-ratelimit-tokens-limit': '6000',
    'anthropic-ratelimit-tokens-remaining': '0',
    'anthropic-ratelimit-tokens-reset': '2026-01-31T12:01:10Z',
  })
})

test('the gateway’s own API has the standard headers alone', () => {
  expect(headersFor('problem')).toEqual(standard)
})

test('a part of a second is said as a whole one: who waits so long is not refused', () => {
  const quotas = new Quotas({ clock: () => noon, now: () => noon }).of({ id: 't', policy: { rates: { tokensPerMinute: 6000 } } })
  if (quotas === undefined) throw new Error('no quotas')
  takeFrom(quotas.tokens, 150)
  const headers: OutgoingHttpHeaders = {}
  for (const errorFormat of ['responses', 'messages'] as const) addLimitHeaders(headers, { quotas, errorFormat, now: () => noon })
  expect(headers).toMatchObject({
    ratelimit: '"tokens-per-minute";r=5850;t=2',
    'x-ratelimit-reset-tokens': '2s',
    'anthropic-ratelimit-tokens-reset': '2026-01-31T12:00:02Z',
  })
})

test.each([
  { name: 'that of a day', rates: { requestsPerMinute: 60, requestsPerDay: 40 }, limit: '40', remaining: '30' },
  { name: 'the first of equal ones', rates: { requestsPerMinute: 40, requestsPerDay: 40 }, limit: '40', remaining: '30', reset: '15s' },
])('the scarcest quota: $name', ({ rates, limit, remaining, reset = '43200s' }) => {
  const quotas = new Quotas({ clock: () => noon, now: () => noon }).of({ id: 't', policy: { rates } })
  if (quotas === undefined) throw new Error('no quotas')
  takeFrom(quotas.requests, 10)
  const headers: OutgoingHttpHeaders = {}
  addLimitHeaders(headers, { quotas, errorFormat: 'responses', now: () => noon })
  expect(headers).toMatchObject({
    'x-ratelimit-limit-requests': limit,
    'x-ratelimit-remaining-requests': remaining,
    'x-ratelimit-reset-requests': reset,
  })
})
