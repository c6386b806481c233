import { jumpsOf } from './jumps.js'

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
