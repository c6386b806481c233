import { jumpsOf } from './jumps.js'

const pages = [
  { label: 'Playground', path: '/console/playground' },
  { label: 'Tokens', path: '/console/tokens' },
]

test.each([
  ['', ['/console/playground', '/console/tokens']],
  ['play', ['/console/playground', '/console/tokens/play']],
  ['FAST', ['/console/requests?model=fast%2F1', '/console/tokens/FAST']],
  ['req_0a1b', ['/console/requests/req_0a1b', '/console/tokens/req_0a1b']],
])('%j', (typed, paths) => {
  expect(jumpsOf(typed, pages, ['fast/1', 'slow']).map((jump) => jump.path)).toEqual(paths)
})
