import { emptyNote, isLoaded, jumpsOf, mayGo } from './jumps.js'

const pages = [
  { label: 'Playground', path: '/console/playground' },
  { label: 'Tokens', path: '/console/tokens' },
]

test.each([
  ['', ['/console/playground', '/console/tokens']],
  ['play', ['/console/playground']],
  ['FAST', ['/console/requests?model=fast%2F1', '/console/tokens/fast-ci']],
  ['req_0a1b', ['/console/requests/req_0a1b']],
])('%j', (typed, paths) => {
  expect(jumpsOf(typed, pages, ['fast/1', 'slow'], ['ci', 'fast-ci']).map((jump) => jump.path)).toEqual(paths)
})

test.each([
  ['', undefined, undefined, true],
  ['ci', undefined, { names: [], contains: 'ci' }, false],
  ['ci', { names: [] }, undefined, false],
  ['ci', { names: [] }, { names: ['ci'], contains: 'c' }, false],
  [' ci ', { names: [] }, { names: ['ci'], contains: 'ci' }, true],
])('whether the places of %j are all there: %j %j', (typed, models, tokens, loaded) => {
  expect(isLoaded(typed, models, tokens)).toBe(loaded)
})

test('Enter waits for the tokens where the marked place may change with them, or there is none', () => {
  const jump = (kind: 'page' | 'token') => ({ kind, label: 'ci', path: '/' })
  expect([mayGo(undefined, false), mayGo(jump('token'), false), mayGo(jump('page'), false)]).toEqual([false, false, true])
  expect([mayGo(undefined, true), mayGo(jump('token'), true)]).toEqual([true, true])
})

test('where there is no place, that nothing has this name, or that nobody knows', () => {
  expect(emptyNote({ names: [] }, { names: [], contains: 'ci' })).toBe('Nothing has this name')
  expect(emptyNote({ names: [] }, { names: [], contains: 'ci', failed: true })).toBe('The names could not be loaded')
})
