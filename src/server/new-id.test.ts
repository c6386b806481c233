import { newId } from './new-id.js'

test('ids have their prefix, 128 bits, and no twin', () => {
  const ids = Array.from({ length: 5000 }, () => newId('req_'))
  expect(new Set(ids).size).toBe(5000)
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/)
})
