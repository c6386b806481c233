import type { TokenLimits } from '../../config/configuration.js'
import { playgroundLimits } from './playground-limits.js'

/** What a token has that says nothing of it. */
const usual = { max_concurrent: 100 }

test.each(['owner', 'admin'] as const)('an %s has no limits beside the budgets, whatever the own tokens may do', (role) => {
  expect(playgroundLimits({ role }, [{ models: ['m'], requests_per_minute: 1 }])).toEqual({})
})

test.each<[string, TokenLimits[], TokenLimits]>([
  ['no token: no model', [], { models: [] }],
  ['tokens that cannot ask models: no model', [{ scopes: ['read'] }], { models: [] }],
  ['what such tokens may do does not count', [{ scopes: ['read'] }, { models: ['m'] }], { models: ['m'], ...usual }],
  ['a token for models and more counts', [{ scopes: ['inference', 'read'], models: ['m'] }], { models: ['m'], ...usual }],
  ['the models of all', [{ models: ['m', 'n'] }, { models: ['n', 'o'] }], { models: ['m', 'n', 'o'], ...usual }],
  ['a token for all models: all models', [{ models: ['m'] }, {}], usual],
  ['the highest rate', [{ requests_per_minute: 9 }, { requests_per_minute: 10 }], { requests_per_minute: 10, ...usual }],
  ['a token without a rate: no rate', [{ requests_per_minute: 9 }, {}], usual],
  ['the most requests at a time', [{ max_concurrent: 500 }, {}], { max_concurrent: 500 }],
  ['a token that says nothing of it: as many as it has', [{ max_concurrent: 5 }, {}], usual],
  ['the highest budget, as an amount', [{ budget_usd: '9' }, { budget_usd: '10' }], { budget_usd: '10', ...usual }],
  ['a token without a budget: no budget', [{ budget_usd: '9' }, {}], usual],
])('a member: %s', (_name, own, expected) => {
  expect(playgroundLimits({ role: 'member' }, own)).toEqual(expected)
})
