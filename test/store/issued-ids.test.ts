import { sql, type Kysely } from 'kysely'
import { IssuedIds } from '../../src/operations/issued-ids.js'
import { keyIssuedIdsByOrigin } from '../../src/store/issued-id-migration.js'
import type { Store } from '../../src/store/store.js'
import { engines, newStores } from './new-stores.js'

const newStore = newStores('issued')
const at = (origin: string) => [{ provider: { origin } }]
const objects = {
  referencesIn: () => [{ id: 'file-1', param: '/file', noun: 'File' }],
  marks: ['file'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
} as const

describe.each(engines)('ids of providers on %s', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await newStore(engine)
  })
  afterEach(() => store.close())

  const issuedIds = () =>
    new IssuedIds({
      repository: store.issuedIds,
      now: () => 0,
      lifeMs: 1000,
      unknown: 'pass',
      onTrouble: (message) => {
        throw new Error(message)
      },
    })

  test('an id that two providers have given to one owner is the owner’s at both after a restart', async () => {
    const before = issuedIds()
    before.note('ada', 'https://one.test', ['file-1'])
    before.note('ada', 'https://two.test', ['file-1'])
    before.note('bob', 'https://two.test', ['file-1'])
    await before.flush()
    before.note('ada', 'https://two.test', ['file-1'])
    await before.flush()
    const after = issuedIds()
    for (const origin of ['https://one.test', 'https://two.test'])
      await expect(after.check('ada', at(origin), objects, {})).resolves.toBeUndefined()
    await expect(after.check('bob', at('https://two.test'), objects, {})).resolves.toBeUndefined()
    await expect(after.check('bob', at('https://one.test'), objects, {})).rejects.toThrow("File with id 'file-1' not found.")
  })

  test('ids of an earlier version are kept, with their owners, origins and ends', async () => {
    const { database } = store
    await sql`drop table issued_ids`.execute(database)
    await sql`create table issued_ids (id text not null, owner text not null, expires_at text not null, origin text not null default '',
      constraint issued_ids_key primary key (id, owner))`.execute(database)
    await sql`create index issued_ids_expires_at on issued_ids (expires_at)`.execute(database)
    const end = new Date(1000).toISOString()
    await sql`insert into issued_ids (id, owner, expires_at, origin)
      values ('file-1', 'ada', ${end}, ''), ('file-1', 'bob', ${end}, 'https://one.test')`.execute(database)
    await keyIssuedIdsByOrigin(database as unknown as Kysely<unknown>)
    await store.issuedIds.save([{ id: 'file-1', owner: 'bob', origin: 'https://two.test', expiresAt: 2000 }])
    const owners = async (now: number) => (await store.issuedIds.ownersOf(['file-1'], now)).get('file-1')
    expect(await owners(0)).toEqual([
      { owner: 'ada', origin: '' },
      { owner: 'bob', origin: 'https://one.test' },
      { owner: 'bob', origin: 'https://two.test' },
    ])
    await store.issuedIds.purge(1000)
    expect(await owners(0)).toEqual([{ owner: 'bob', origin: 'https://two.test' }])
  })
})
