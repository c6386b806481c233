import { jest } from '@jest/globals'
import { budgetEvent } from './budget-event.js'
import { signedHeaders } from './signature.js'
import { Webhooks } from './webhooks.js'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('the signature is that of the example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(signedHeaders(message, secret)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

interface Sent {
  readonly url: unknown
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** Sends to somebody who answers like this, and says when all is over. */
function webhooks(answers: readonly (Response | Error)[], pausesMs: readonly number[]) {
  const sent: Sent[] = []
  const troubles: unknown[] = []
  let over: () => void
  const ended = new Promise<void>((resolve) => (over = resolve))
  const one = new Webhooks({
    addresses: [{ url: 'https://hooks.example/secret-path?x=1', secret }],
    send: (url, init) => {
      sent.push({ url, headers: init?.headers as Record<string, string>, body: init?.body })
      const answer = answers[sent.length - 1] ?? new Response(null, { status: 204 })
      if (sent.length === answers.length) setImmediate(() => setTimeout(over, 5))
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    now: () => Date.parse('2026-01-31T12:00:00.900Z'),
    newId: (prefix) => `${prefix}1`,
    onTrouble: (message, detail) => troubles.push([message, detail]),
    pausesMs,
  })
  return { one, sent, troubles, ended }
}

const event = { type: 'budget.threshold_reached', data: { percent: 50 } }

test('an event is sent once where it is taken', async () => {
  const { one, sent, troubles, ended } = webhooks([new Response('thanks')], [1, 1])
  one.tell(event)
  await ended
  expect([sent.length, troubles]).toEqual([1, []])
  expect(sent[0]).toMatchObject({
    url: 'https://hooks.example/secret-path?x=1',
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1769860800', 'webhook-signature': expect.stringMatching(/^v1,/) },
    body: '{"type":"budget.threshold_reached","timestamp":"2026-01-31T12:00:00.900Z","data":{"percent":50}}',
  })
})

test('it is sent again under the same id, a few times, and then given up; the log has no path and no secret', async () => {
  const { one, sent, troubles, ended } = webhooks(
    [new Error('refused'), new Response(null, { status: 302 }), new Response(null, { status: 500 })],
    [1, 1],
  )
  one.tell(event)
  await ended
  expect(sent.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(Array(3).fill(['msg_1', sent[0]?.body]))
  expect(troubles).toEqual([
    ['a webhook could not be delivered', { host: 'hooks.example', id: 'msg_1', problem: 'status 500', attempts: 3 }],
  ])
})

test('without other settings the pauses are 5 s, 30 s, 5 min and 30 min', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
  try {
    const times: number[] = []
    const begun = Date.now()
    const hooks = new Webhooks({
      addresses: [{ url: 'https://hooks.example/', secret }],
      send: () => {
        times.push((Date.now() - begun) / 1000)
        return Promise.resolve(new Response(null, { status: 503 }))
      },
      now: Date.now,
      newId: (prefix) => prefix,
      onTrouble: () => undefined,
    })
    hooks.tell(event)
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(times).toEqual([0, 5, 35, 335, 2135])
  } finally {
    jest.useRealTimers()
  }
})

test('a thousand messages wait at most; the others are left out, which the log says', async () => {
  const answers: ((reply: Response) => void)[] = []
  const troubles: unknown[] = []
  const hooks = new Webhooks({
    addresses: [{ url: 'https://hooks.example/', secret }],
    send: () => new Promise((resolve) => answers.push(resolve)),
    now: Date.now,
    newId: (prefix) => prefix,
    onTrouble: (message, detail) => troubles.push([message, detail]),
  })
  for (let count = 0; count < 1001; count++) hooks.tell(event)
  expect(answers).toHaveLength(1000)
  expect(troubles).toEqual([['a webhook was left out: too many wait', { host: 'hooks.example', type: event.type }]])
  answers[0]?.(new Response())
  await new Promise(setImmediate)
  hooks.tell(event)
  hooks.tell(event)
  expect([answers.length, troubles.length]).toEqual([1001, 2])
})

test('an address that does not answer costs another one none of its messages', async () => {
  const sent: string[] = []
  const hooks = new Webhooks({
    addresses: [
      { url: 'https://stuck.example/', secret },
      { url: 'https://hooks.example/', secret },
    ],
    send: (address) => {
      const { host } = new URL(address instanceof Request ? address.url : address)
      sent.push(host)
      return host === 'stuck.example' ? new Promise(() => undefined) : Promise.resolve(new Response())
    },
    now: Date.now,
    newId: (prefix) => prefix,
    onTrouble: () => undefined,
  })
  for (let count = 0; count < 1001; count++) {
    hooks.tell(event)
    await new Promise(setImmediate)
  }
  expect([sent.filter((host) => host === 'stuck.example').length, sent.filter((host) => host === 'hooks.example').length]).toEqual([
    1000, 1001,
  ])
})

test.each([
  ['a budget that is renewed', Date.parse('2026-02-01T00:00:00Z'), '2026-02-01T00:00:00.000Z'],
  ['a budget in all', undefined, null],
])('%s: when its next window begins', (_name, resetsAt, expected) => {
  const { data } = budgetEvent({
    holder: { of: 'team', id: 'x', name: 'research', budgets: undefined },
    state: { period: 'day', limit: 10n, spent: 5n, beganAt: undefined, resetsAt },
    percent: 50,
  })
  expect(data).toMatchObject({ resets_at: expected })
})
