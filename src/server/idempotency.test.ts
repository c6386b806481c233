import type { KeptReply, KeptReplyRepository } from '../store/kept-reply-repository.js'
import { Idempotency, type KeyedRun } from './idempotency.js'

const day = 24 * 3_600_000
const MiB = 1024 * 1024

/** Replies in memory; saving waits until `release` is called. */
class Replies implements Pick<KeptReplyRepository, 'find' | 'save' | 'purge'> {
  readonly saved: KeptReply[] = []
  #waiting: (() => void)[] = []
  held = false

  find(_tokenId: string, key: string, since: number): Promise<KeptReply | undefined> {
    return Promise.resolve(this.saved.find((reply) => reply.key === key && reply.createdAt > since))
  }

  async save(reply: KeptReply): Promise<void> {
    if (this.held) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.saved.push(reply)
  }

  purge(): Promise<void> {
    return Promise.resolve()
  }

  release(): void {
    this.held = false
    for (const go of this.#waiting.splice(0)) go()
  }
}

function idempotency() {
  const replies = new Replies()
  const clock = { now: 1000 }
  const kept = new Idempotency({
    repository: replies as unknown as KeptReplyRepository,
    now: () => clock.now,
    onTrouble: () => undefined,
  })
  const begin = (key: string, body = 'a') => kept.begin({ tokenId: 't', key, target: '/v1/x', body: Buffer.from(body) })
  const run = async (key: string, bytes = 1): Promise<void> => {
    const started = (await begin(key)) as KeyedRun
    started.keep(200, 'application/json', Buffer.alloc(bytes))
    started.end()
  }
  return { kept, replies, clock, begin, run }
}

test('a reply is given again for a day', async () => {
  const { kept, begin, run, clock } = idempotency()
  await run('k')
  await kept.close()
  clock.now += day - 1
  expect(await begin('k')).toMatchObject({ status: 200 })
  clock.now += 2
  expect(await begin('k')).not.toHaveProperty('status')
})

test('another request under a key is a mismatch, also while the first one runs or is being stored', async () => {
  const { replies, begin } = idempotency()
  const started = (await begin('k')) as KeyedRun
  await expect(begin('k', 'b')).rejects.toMatchObject({ error: { code: 'idempotency_mismatch' } })
  await expect(begin('k')).rejects.toMatchObject({ error: { kind: 'conflict' } })
  replies.held = true
  started.keep(200, 'application/json', Buffer.from('{}'))
  started.end()
  await expect(begin('k', 'b')).rejects.toMatchObject({ error: { code: 'idempotency_mismatch' } })
  expect(await begin('k')).toMatchObject({ status: 200 })
  replies.release()
})

test('a reply above 8 MiB is not kept', async () => {
  const { kept, replies, run } = idempotency()
  await run('large', 8 * MiB + 1)
  await run('small', 8 * MiB)
  await kept.close()
  expect(replies.saved.map(({ body }) => body.length)).toEqual([8 * MiB])
})

test('at most 64 MiB wait for the database; what is stored waits no more', async () => {
  const { kept, replies, run } = idempotency()
  replies.held = true
  for (let count = 0; count < 9; count++) await run(`k${count}`, 8 * MiB)
  replies.release()
  await kept.close()
  expect(replies.saved).toHaveLength(8)
  await run('later', 8 * MiB)
  await kept.close()
  expect(replies.saved).toHaveLength(9)
})
