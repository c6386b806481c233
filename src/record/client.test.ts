import { endUserOf } from './client.js'

test.each<[Record<string, unknown>, string | undefined]>([
  [{ user: 'u1' }, 'u1'],
  [{ safety_identifier: 'u2' }, 'u2'],
  [{ metadata: { user_id: 'u3' } }, 'u3'],
  [{ user: 'u1', metadata: { user_id: 'u3' } }, 'u1'],
  [{ user: 'u'.repeat(1024) }, 'u'.repeat(1024)],
  [{ user: 'u'.repeat(30e6) }, 'u'.repeat(1024)],
  [{ user: '' }, undefined],
  [{ user: 5, metadata: null }, undefined],
  [{ metadata: ['user_id'] }, undefined],
  [{}, undefined],
])('the end user of %.60j', (wire, expected) => {
  expect(endUserOf(wire)).toBe(expected)
})
