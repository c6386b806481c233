import type { PlatformProvider } from '../../../generated/platform/model/index.js'
import { changesOf, emptyForm, formOf, othersProblem, readForm, type ProviderForm } from './provider-form.js'

const form: ProviderForm = { ...emptyForm, name: 'backup', baseUrl: ' http://127.0.0.1:8000/v1 ', apiKey: 'sk-1' }

test('the settings of a provider', () => {
  expect(readForm({ ...form, others: '{"chat_api": "responses"}' })).toEqual({
    body: { name: 'backup', kind: 'openai-compatible', base_url: 'http://127.0.0.1:8000/v1', api_key: 'sk-1', chat_api: 'responses' },
  })
  expect(readForm({ ...emptyForm, name: 'a', kind: 'openai' })).toEqual({ body: { name: 'a', kind: 'openai' } })
})

test.each<[string, Partial<ProviderForm>, string]>([
  ['no name', { name: '' }, 'name'],
  ['no address', { baseUrl: 'localhost:8000' }, 'base_url'],
  ['no JSON', { others: '{' }, 'others'],
  ['a list', { others: '[]' }, 'others'],
])('%s is told at its field', (_name, wrong, field) => {
  expect(readForm({ ...form, ...wrong })).toEqual({ errors: { [field]: expect.any(String) } })
})

const provider: PlatformProvider & Readonly<Record<string, unknown>> = {
  ...{
    name: 'backup',
    kind: 'azure-openai',
    managed_by: 'api',
    place: null,
    version: '1',
    base_url: 'https://a.example',
    api_key: '…wxyz',
  },
  ...{ headers: { 'x-team': '…earc', 'x-old': '…1' }, api_version: '2024-10-21', created_at: null, models: ['fast'], problem: null },
  health: { breaker: 'closed', last_success_at: null, last_failure_at: null, last_failure: null },
}

test('only what was changed is sent, and no masked secret', () => {
  const edited = formOf(provider)
  expect(edited).toMatchObject({ baseUrl: 'https://a.example', apiKey: '' })
  expect(changesOf(provider, edited)).toEqual({})
  const others = JSON.stringify({ headers: { 'x-team': '…earc', 'x-new': '2' }, timeouts: { connect_ms: 5 } })
  expect(changesOf(provider, { ...edited, others, baseUrl: '' })).toEqual({
    ...{ base_url: null, api_version: null, timeouts: { connect_ms: 5 } },
    headers: { 'x-old': null, 'x-new': '2' },
  })
  expect(changesOf(provider, { ...edited, apiKey: 'sk-2' })).toEqual({ api_key: 'sk-2' })
  expect(changesOf(provider, { ...edited, withoutKey: true })).toEqual({ api_key: null })
})

test.each([
  ['/chat_api', true],
  ['/timeouts/connect_ms', true],
  ['/base_url', false],
  ['/name', false],
  ['if-match', false],
  [undefined, false],
])('a refusal of %s is told at the other settings: %j', (param, told) => {
  const problem = { status: 400, title: 'Bad Request', detail: 'Wrong.', code: 'invalid_request', ...(param !== undefined && { param }) }
  expect(othersProblem(problem)).toBe(told ? 'Wrong.' : undefined)
})
