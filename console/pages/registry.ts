import type { Page } from './page.js'

/** All pages, in the order of the rail; each is a chunk of its own. */
export const pages: readonly Page[] = [
  { path: '/console/sign-in', title: 'Sign in', access: 'everybody', bare: true, load: () => import('./sign-in/sign-in-page.js') },
  { path: '/console/set-up', title: 'Set up the console', access: 'everybody', bare: true, load: () => import('./set-up/set-up-page.js') },
  {
    path: '/console/playground',
    title: 'Playground',
    access: 'signed-in',
    rail: { label: 'Playground', icon: 'chat' },
    load: () => import('./playground/playground-page.js'),
  },
  {
    path: '/console/tokens',
    title: 'Tokens',
    access: 'signed-in',
    rail: { label: 'Tokens', icon: 'key' },
    load: () => import('./tokens/tokens-page.js'),
  },
  { path: '/console/tokens/:name', title: 'Token', access: 'signed-in', load: () => import('./tokens/token-page.js') },
  {
    path: '/console/usage',
    title: 'Usage',
    access: 'signed-in',
    rail: { label: 'Usage', icon: 'chart' },
    load: () => import('./usage/usage-page.js'),
  },
  {
    path: '/console/requests',
    title: 'Requests',
    access: 'signed-in',
    rail: { label: 'Requests', icon: 'list' },
    load: () => import('./requests/requests-page.js'),
  },
  { path: '/console/requests/:id', title: 'Request', access: 'signed-in', load: () => import('./requests/request-page.js') },
  {
    path: '/console/models',
    title: 'Models',
    access: 'signed-in',
    rail: { label: 'Models', icon: 'models' },
    load: () => import('./models/models-page.js'),
  },
  {
    path: '/console/providers',
    title: 'Providers',
    access: 'admin',
    rail: { label: 'Providers', icon: 'server' },
    load: () => import('./providers/providers-page.js'),
  },
  {
    path: '/console/convert',
    title: 'Convert',
    access: 'signed-in',
    rail: { label: 'Convert', icon: 'code' },
    load: () => import('./convert/convert-page.js'),
  },
]
