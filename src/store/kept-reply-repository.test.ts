import { KeptReplyRepository, type KeptReply } from './kept-reply-repository.js'
import { openStore } from './store.js'

const reply = (key: string, bytes: number, createdAt: number): KeptReply => ({
  ...{ tokenId: 't', key, request: 'r', status: 200, contentType: 'application/json' },
  ...{ body: Buffer.alloc(bytes, 'x'), createdAt },
})

test('small replies are as limited as large ones, and the newest stay', async () => {
  const store = await openStore({ kind: 'memory' })
  const replies = new KeptReplyRepository(store.database, 50_000)
  for (let count = 0; count < 500; count++) await replies.save(reply(`k${count}`, 10, 1_000_000 + count))
  await replies.save({ ...reply('k0', 10, 1_000_000), tokenId: 'other' })
  const rows = await store.database.selectFrom('kept_replies').select('key').where('token_id', '=', 't').execute()
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.length).toBeLessThanOrEqual(105)
  expect(await replies.find('t', 'k499', 0)).toMatchObject({ key: 'k499' })
  expect(await replies.find('t', 'k0', 0)).toBeUndefined()
  expect(await replies.find('other', 'k0', 0)).toMatchObject({ key: 'k0' })
  await store.close()
})
