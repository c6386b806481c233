import type { Page } from 'playwright-core'
import type { Scene } from './scene.js'

const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }

/** The pages of the operator; `requestId`: of a request with an attempt that failed and with losses. */
export const operatorScenes = (requestId: string): readonly Scene[] => [
  { name: 'tokens', path: 'tokens' },
  { name: 'tokens-none-found', path: 'tokens?name=nothing' },
  {
    name: 'token-create',
    path: 'tokens',
    prepare: async (page) => {
      await press('Create a token')(page)
      await page.getByLabel('Expires').selectOption('never')
      await page.getByText('Models and styles').click()
    },
  },
  {
    name: 'token-create-wrong',
    path: 'tokens',
    prepare: press('Create a token', 'Create the token'),
  },
  { name: 'token', path: 'tokens/ci' },
  { name: 'token-of-file', path: 'tokens/of-the-file' },
  { name: 'token-rotated', path: 'tokens/research-1', prepare: press('Rotate', 'Create a new key') },
  { name: 'token-revoke', path: 'tokens/ci', prepare: press('Revoke') },
  { name: 'token-missing', path: 'tokens/nobody' },
  { name: 'usage', path: 'usage?range=24h' },
  { name: 'usage-as-table', path: 'usage?range=24h&token=ci', prepare: press(/Show as table.*Requests/) },
  { name: 'usage-none', path: 'usage?range=24h&model=nothing' },
  { name: 'requests', path: 'requests' },
  { name: 'requests-filtered', path: 'requests?outcome=upstream_error', prepare: (page) => page.getByText('More filters').click() },
  { name: 'requests-none', path: 'requests?model=nothing' },
  { name: 'request', path: `requests/${requestId}`, whole: true },
  { name: 'request-missing', path: 'requests/req_0000000000' },
  { name: 'models', path: 'models' },
  { name: 'model-add', path: 'models', prepare: press('Add a model', 'Add a target') },
  { name: 'providers', path: 'providers', prepare: press(/Test.*second/) },
  { name: 'provider-add', path: 'providers', prepare: press('Add a provider') },
  { name: 'users', path: 'users' },
  { name: 'teams', path: 'users?show=teams' },
  { name: 'user', path: 'users/ada' },
  { name: 'user-invited', path: 'users/ada', prepare: press('Invite') },
  { name: 'user-make', path: 'users', prepare: press('Add a user') },
  { name: 'team', path: 'teams/research' },
  { name: 'audit', path: 'audit' },
  { name: 'audit-entry', path: 'audit?object=user', prepare: (page) => page.locator('tbody button').first().click() },
  { name: 'status', path: 'status' },
]
