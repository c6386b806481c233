import type { Page, Route } from 'playwright-core'
import type { OpenScene } from './everybody-scenes.js'

const pages = [
  'playground',
  'tokens',
  'tokens/good',
  'usage',
  'requests',
  'requests/req_1',
  'models',
  'providers',
  'users',
  'users?show=teams',
  'users/ada',
  'audit',
  'status',
  'account',
]

type Answer = (page: Page) => Promise<void>

/** The gateway's own API, but for the question who is signed in. */
const calls = /\/api\/(?!console\/session$)/
const lists = /\/api\/(?:admin\/(?:tokens|requests|models|providers|users|teams|audit)(?:\?|$)|console\/models)/

/** What the gateway does with the requests of a page to these addresses. */
const answering =
  (addresses: RegExp | string, answer: (route: Route) => unknown): Answer =>
  async (page) => {
    await page.route(addresses, answer)
  }

const waits = answering(calls, () => undefined)
const fails = answering(calls, (route) =>
  route.fulfill({
    status: 500,
    headers: { 'x-request-id': 'req_0123456789' },
    json: { title: 'Internal error', status: 500, detail: 'The database does not answer.', code: 'internal_error' },
  }),
)
const isAway = (addresses: RegExp | string): Answer => answering(addresses, (route) => route.abort('connectionrefused'))
const hasNothing = answering(lists, (route) => route.fulfill({ json: { data: [], next: null, has_more: false } }))
const ends = answering('**/api/admin/tokens?*', (route) => route.fulfill({ status: 401, json: { title: 'Unauthorized', status: 401 } }))

const nameOf = (path: string): string => path.replace('?show=', '-').replaceAll('/', '-')

const inState = (state: string, answer: Answer, paths: readonly string[] = pages): OpenScene[] =>
  paths.map((path) => ({ name: `${nameOf(path)}-${state}`, path: `/console/${path}`, before: answer }))

/** Pages that wait, fail or are empty, and the whole console when the gateway is away or the session has ended. */
export const stateScenes: readonly OpenScene[] = [
  ...inState('loading', waits),
  ...inState('error', fails),
  ...inState('offline', isAway(/\/(?:api\/(?!console\/session$)|v1\/|readyz)/), ['playground', 'requests', 'usage']),
  ...inState('empty', hasNothing, ['tokens', 'requests', 'models', 'providers', 'users', 'users?show=teams', 'audit']),
  { name: 'playground-no-models', path: '/console/playground', before: hasNothing },
  { name: 'console-loading', path: '/console/playground', before: answering('**/api/console/session', () => undefined) },
  { name: 'console-offline', path: '/console/playground', before: isAway('**/api/console/session') },
  { name: 'home-offline', path: '/', before: isAway(/readyz|\/api\//) },
  { name: 'session-ended', path: '/console/tokens', before: ends },
  { name: 'page-missing', path: '/console/nowhere' },
]
