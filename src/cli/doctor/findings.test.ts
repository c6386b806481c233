import { certificateFinding, proxyFinding, skewFinding } from './connections.js'
import { memoryFinding, nodeFinding, openFilesFinding, usableMemory } from './machine.js'

test.each([
  ['node', nodeFinding(), 'ok'],
  ['an old node', nodeFinding('20.1.0'), 'fail'],
  ['memory', memoryFinding(512 * 2 ** 20), 'ok'],
  ['little memory', memoryFinding(512 * 2 ** 20 - 1), 'warn'],
  ['open files', openFilesFinding('Max open files            4096                 4096                 files\n'), 'ok'],
  ['unlimited open files', openFilesFinding('Max open files            unlimited            unlimited            files\n'), 'ok'],
  ['few open files', openFilesFinding('Max open files            1024                 4096                 files\n'), 'warn'],
  ['a clock half a minute ahead', skewFinding(30_000, 'p'), 'ok'],
  ['a clock further ahead', skewFinding(30_001, 'p'), 'fail'],
  ['a clock behind', skewFinding(-30_001, 'p'), 'fail'],
  ['no proxy', proxyFinding({}), 'ok'],
  ['a proxy that is no address', proxyFinding({ https_proxy: 'nowhere' }), 'warn'],
  ['certificates', certificateFinding({}), 'ok'],
  ['certificates that are not there', certificateFinding({ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }), 'warn'],
  ['certificates that nobody checks', certificateFinding({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }), 'fail'],
])('%s', (_name, finding, state) => {
  expect(finding.state).toBe(state)
  expect(finding.fix === undefined).toBe(state === 'ok')
})

test('of a proxy its address is shown, not its password', () => {
  expect(proxyFinding({ HTTPS_PROXY: 'http://ada:secret@proxy.example:3128' }).what).toBe('HTTPS_PROXY proxy.example:3128')
})

test.each([
  [0, 8, 8],
  [2, 8, 2],
  [2 ** 63, 8, 8],
])('of a container that may use %p of %p bytes %p count', (constrained, total, usable) => {
  expect(usableMemory(constrained, total)).toBe(usable)
})
