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
    now: () => Date.parse('2026-01-31T12:00:00Z'),
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
    headers: { 'webhook-id': 'msg_1', 'webhook-signature': expect.stringMatching(/^v1,/) },
    body: '{"type":"budget.threshold_reached","timestamp":"2026-01-31T12:00:00.000Z","data":{"percent":50}}',
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
