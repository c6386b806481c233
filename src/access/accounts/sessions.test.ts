import { People, userWith } from '../people.js'
import { expiryOf, Sessions, type KeptSessions, type Session } from './sessions.js'

const start = Date.parse('2026-01-01T00:00:00Z')
const [minute, hour] = [60_000, 3_600_000]
const user = (disabled = false) =>
  userWith({ id: 'usr_1', name: 'ada', role: 'owner', disabled, createdAt: start, settings: {}, version: 1 })

/** The sessions of one database table. */
class Table implements KeptSessions {
  readonly rows = new Map<string, Session>()
  add(session: Session): Promise<void> {
    this.rows.set(session.id, session)
    return Promise.resolve()
  }
  find(hash: string): Promise<Session | undefined> {
    return Promise.resolve([...this.rows.values()].find((row) => row.hash === hash))
  }
  used(id: string, at: number): Promise<void> {
    const row = this.rows.get(id)
    if (row !== undefined) this.rows.set(id, { ...row, lastUsedAt: at })
    return Promise.resolve()
  }
  of(): Promise<readonly Session[]> {
    return Promise.resolve([...this.rows.values()])
  }
  end(): Promise<readonly string[]> {
    return Promise.resolve([])
  }
}

function setUp() {
  const clock = { now: start }
  const [kept, people] = [new Table(), new People([user()])]
  let bytes = 0
  const randomBytes = (count: number): Buffer => Buffer.alloc(count, ++bytes)
  return { clock, kept, people, sessions: new Sessions({ kept, people, secretKey: 's'.repeat(32), now: () => clock.now, randomBytes }) }
}

const client = { address: '127.0.0.1', userAgent: 'x'.repeat(400) }

test('a session is found by its value alone, which is not kept', async () => {
  const { kept, sessions } = setUp()
  const { value, signedIn } = await sessions.begin(user(), client)
  expect(await sessions.find(value)).toEqual(signedIn)
  const [session] = [...kept.rows.values()]
  expect([session?.userAgent?.length, JSON.stringify(session).includes(value)]).toEqual([300, false])
  for (const wrong of [signedIn.session.id, session?.hash ?? '', `${value}x`, value.slice(1), ''])
    expect(await sessions.find(wrong)).toBeUndefined()
})

test('that of a user who is disabled, or gone, counts no more', async () => {
  const { people, sessions } = setUp()
  const { value } = await sessions.begin(user(), client)
  people.putUser(user(true))
  expect(await sessions.find(value)).toBeUndefined()
  people.putUser(user())
  expect((await sessions.find(value))?.user.name).toBe('ada')
  people.removeUser('usr_1')
  expect(await sessions.find(value)).toBeUndefined()
})

test('it ends an hour after its last use, twelve hours after its beginning; its use is written once a minute', async () => {
  const { clock, kept, sessions } = setUp()
  const { value, signedIn } = await sessions.begin(user(), client)
  const lastUse = (): number | undefined => kept.rows.get(signedIn.session.id)?.lastUsedAt
  clock.now += minute - 1
  await sessions.find(value)
  expect(lastUse()).toBe(start)
  clock.now += 1
  await sessions.find(value)
  expect(lastUse()).toBe(start + minute)
  clock.now += hour
  expect([await sessions.find(value), await sessions.of(user())]).toEqual([undefined, []])
  expect(expiryOf({ ...signedIn.session, lastUsedAt: start + 11.5 * hour })).toBe(start + 12 * hour)
})
