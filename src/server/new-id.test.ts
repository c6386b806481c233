import { newId } from './new-id.js'

test('ids have their prefix, 44 digits, and no twin', () => {
  const ids = Array.from({ length: 5000 }, () => newId('req_'))
  expect(new Set(ids).size).toBe(5000)
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{44}$/)
})

test('later ids stand behind earlier ones', async () => {
  const earlier = newId('req_')
  const madeAt = Date.now()
  while (Date.now() === madeAt) await Promise.resolve()
  expect(newId('req_') > earlier).toBe(true)
})
