import { replyIdOfItem, withItemIds } from './item-id.js'
import { replyContext } from './fixtures/context.js'

test('the id of an item of a stored reply contains the id of the reply', () => {
  const replyId = 'resp_67ccd2bed1ec8190b14f964abc054267'
  const { newId } = withItemIds(replyContext({ model: 'fast' }, { replyId }))
  const ids = [newId('msg_'), newId('fc_')]
  expect(new Set(ids).size).toBe(2)
  expect(ids.map(replyIdOfItem)).toEqual([replyId, replyId])
})

test.each(['msg_', 'msg_0001', 'resp', 'cmp_Z9', '', `msg_${'0'.repeat(50_000)}!`])('an id that does not: %.20s', (id) => {
  expect(replyIdOfItem(id)).toBeUndefined()
})
