import { opensAdmin, permissionsOf, refusalOf, type Asked } from './permissions.js'

const plain: Asked = { address: '10.1.2.3', area: 'inference', reads: false, style: 'messages' }

test('what is left out is not checked', () => {
  expect(permissionsOf({})).toBeUndefined()
  expect(permissionsOf({ scopes: ['inference'] })).toBeUndefined()
})

test.each([
  ['in the network', ['10.0.0.0/8'], '10.1.2.3', true],
  ['outside of it', ['10.0.0.0/16'], '10.1.2.3', false],
  ['a single address', ['10.1.2.3'], '10.1.2.3', true],
  ['IPv4 that an IPv6 socket shows', ['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  ['IPv6', ['192.0.2.1', '2001:db8::/32'], '2001:db8:1::1', true],
  ['IPv6 with its interface', ['fe80::/10'], 'fe80::1%eth0', true],
  ['IPv6 outside', ['2001:db8::/32'], '2001:db9::1', false],
  ['a connection that is gone', ['0.0.0.0/0', '::/0'], undefined, false],
])('networks: %s', (_name, networks, address, allowed) => {
  const refusal = refusalOf(permissionsOf({ networks }), { ...plain, address })
  expect(refusal?.error.kind).toBe(allowed ? undefined : 'permission_denied')
})

test.each<[string, Parameters<typeof permissionsOf>[0], Partial<Asked>, boolean]>([
  ['a style that it has', { styles: ['messages'] }, {}, true],
  ['another style', { styles: ['responses'] }, {}, false],
  ['the lists of models', { styles: ['responses'] }, { style: undefined }, true],
  ['models with a token for the admin API alone', { scopes: ['admin'] }, {}, false],
  ['models with a token for both', { scopes: ['inference', 'read'] }, {}, true],
  ['about itself', { scopes: ['admin'] }, { area: 'own', style: undefined }, true],
  ['reading with read', { scopes: ['read'] }, { area: 'admin', reads: true, style: undefined }, true],
  ['changing with read', { scopes: ['read'] }, { area: 'admin', style: undefined }, false],
  ['changing with admin', { scopes: ['read', 'admin'] }, { area: 'admin', style: undefined }, true],
])('%s', (_name, limits, asked, allowed) => {
  expect(refusalOf(permissionsOf(limits), { ...plain, ...asked }) === undefined).toBe(allowed)
})

test('who opens the admin API', () => {
  expect([{}, { styles: ['messages' as const] }, { scopes: ['read' as const] }].map((limits) => opensAdmin(permissionsOf(limits)))).toEqual(
    [false, false, true],
  )
})
