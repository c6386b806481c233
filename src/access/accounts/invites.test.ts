import { randomBytes } from 'node:crypto'
import { findInvite, makeInvite, setUpLink, type Invite, type KeptInvites } from './invites.js'

const start = Date.parse('2026-01-01T00:00:00Z')
const secretKey = 's'.repeat(32)

function keptIn(invites: Map<string, Invite>): KeptInvites {
  return {
    put: (invite) => Promise.resolve(void invites.set(invite.hash, invite)),
    find: (hash) => Promise.resolve(invites.get(hash)),
    take: (hash) => Promise.resolve(invites.delete(hash)),
  }
}

test('a code works for half an hour, however it is typed, and is not kept itself', async () => {
  const invites = new Map<string, Invite>()
  const kept = keptIn(invites)
  const { code, expiresAt } = await makeInvite({ kept, secretKey, now: start, randomBytes }, 'usr_1')
  expect([code, expiresAt - start]).toEqual([expect.stringMatching(/^(?:[2-9A-HJKMNP-Z]{4}-){4}[2-9A-HJKMNP-Z]{4}$/), 30 * 60_000])
  const find = async (text: string, now = start): Promise<string | undefined> => (await findInvite(text, { kept, secretKey, now }))?.userId
  const written = [code, code.toLowerCase(), ` ${code.replaceAll('-', '')} `]
  expect(await Promise.all(written.map((text) => find(text)))).toEqual(['usr_1', 'usr_1', 'usr_1'])
  expect([await find(code, expiresAt - 1), await find(code, expiresAt), await find(code.slice(1))]).toEqual(['usr_1', undefined, undefined])
  expect(JSON.stringify([...invites])).not.toContain(code.replaceAll('-', ''))
})

test.each([
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/console/set-up?code=X'],
  ['http://0.0.0.0:8787', 'http://127.0.0.1:8787/console/set-up?code=X'],
  ['http://[::]:8787/base', 'http://127.0.0.1:8787/base/console/set-up?code=X'],
  ['https://gateway.example', 'https://gateway.example/console/set-up?code=X'],
])('the link at %s', (address, link) => {
  expect(setUpLink(address, 'X')).toBe(link)
})
