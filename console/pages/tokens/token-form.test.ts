import type { PlatformToken } from '../../../generated/platform/model/index.js'
import { changesOf, emptyForm, formOf, readForm, type TokenForm } from './token-form.js'

const now = Date.parse('2026-01-01T00:00:00.000Z')
const form: TokenForm = { ...emptyForm, name: 'ci' }
const withLimits = (limits: Partial<TokenForm['limits']>): TokenForm => ({ ...form, limits: { ...form.limits, ...limits } })

test('a token of its name alone expires after 30 days', () => {
  expect(readForm({ ...form, name: ' ci ' }, now)).toEqual({ body: { name: 'ci', expires_at: '2026-01-31T00:00:00.000Z' } })
})

test('what is filled in is asked for', () => {
  const { limits } = withLimits({ requests_per_minute: '60', budget_per_day_usd: '$2.50', max_wait_ms: '0' })
  const filled: TokenForm = {
    ...{ ...form, expiry: 'never', user: 'ada', models: 'm-*, fast\n', styles: ['messages'], scopes: ['inference', 'read'] },
    ...{ networks: '10.0.0.0/8 2001:db8::1', limits },
  }
  expect(readForm(filled, now)).toEqual({
    body: {
      ...{ name: 'ci', user: 'ada', models: ['m-*', 'fast'], styles: ['messages'], scopes: ['inference', 'read'] },
      ...{ networks: ['10.0.0.0/8', '2001:db8::1'], requests_per_minute: 60, max_wait_ms: 0, budget_per_day_usd: '2.50' },
    },
  })
})

test.each<[string, TokenForm, string]>([
  ['no name', { ...form, name: '  ' }, 'name'],
  ['a name that the API refuses', { ...form, name: '<b>' }, 'name'],
  ['an expiry that is over', { ...form, expiry: 'custom', expiresAt: '2025-12-31T23:59' }, 'expiresAt'],
  ['no date', { ...form, expiry: 'custom' }, 'expiresAt'],
  ['a host for a network', { ...form, networks: 'example.com' }, 'networks'],
  ['no scope', { ...form, scopes: [] }, 'scopes'],
  ['a rate of 0', withLimits({ tokens_per_day: '0' }), 'tokens_per_day'],
  ['a rate that is no number', withLimits({ max_concurrent: 'ten' }), 'max_concurrent'],
  ['a budget below 0', withLimits({ budget_usd: '-1' }), 'budget_usd'],
])('%s is told at its field', (_name, wrong, field) => {
  expect(readForm(wrong, now)).toEqual({ errors: { [field]: expect.any(String) } })
})

const token: PlatformToken = {
  ...{ name: 'ci', prefix: 'sk-aw-3fVbK1', user: 'ada', team: null, scopes: ['inference'], models: ['*'], styles: null, networks: null },
  ...{ budget_usd: '10', budget_per_day_usd: null, budget_per_week_usd: null, budget_per_month_usd: null },
  ...{ requests_per_minute: 600, requests_per_day: null, tokens_per_minute: null, tokens_per_day: null, max_concurrent: 100 },
  ...{
    max_wait_ms: 0,
    expires_at: '2026-06-01T00:00:00.000Z',
    managed_by: 'api',
    place: null,
    version: '1',
    created_at: null,
    last_used_at: null,
  },
  ...{ spent_usd: '0', reserved_usd: '0', in_flight: 0, budgets: [] },
}

test('only what was changed is sent; what was emptied is taken away', () => {
  const edited = formOf(token)
  const changed = { ...edited, models: 'fast', limits: { ...edited.limits, requests_per_minute: '', budget_per_week_usd: '5' } }
  const read = readForm(changed, now)
  expect('body' in read && changesOf(token, read.body)).toEqual({
    models: ['fast'],
    requests_per_minute: null,
    budget_per_week_usd: '5',
  })
  const same = readForm(edited, now)
  expect('body' in same && changesOf(token, same.body)).toEqual({})
})
