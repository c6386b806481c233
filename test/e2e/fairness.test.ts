// A token at its limits, slow, huge and aborting, does not delay another's reply.
import { jest } from '@jest/globals'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Program } from '../program.js'
import { recordingReplyTimes, replyTimes } from '../reply-times.js'
import { FakeUpstream } from './gateway.js'
import { PatientClient } from './patient-client.js'
import { answerWell } from './two-providers.js'
import { sleep } from './waiting.js'

jest.setTimeout(240_000)

const [greedy, patient] = ['sk-greedy', 'sk-patient']

let upstream: FakeUpstream
let gateway: Program
let client: PatientClient

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await Program.start(
    {
      database: 'memory',
      tokens: [
        { name: 'greedy', key: greedy, max_concurrent: 16 },
        { name: 'patient', key: patient },
      ],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' }],
      models: [{ name: 'm', targets: [{ provider: 'openai', model: 'x' }] }],
    },
    { environment: recordingReplyTimes },
  )
  client = new PatientClient(gateway, patient)
})
afterAll(async () => {
  client.stop()
  await gateway.stop()
  await upstream.stop()
})

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const bodyOf = (content: string): Buffer => Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
const [small, huge] = [bodyOf('hi'), bodyOf('x'.repeat(4 * 1024 * 1024))]

function ask(body: Buffer, leaveAfterMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${greedy}` }
    const call = request(`${gateway.address}/v1/chat/completions`, { method: 'POST', agent, headers }, (reply) => {
      reply.resume().on('close', resolve)
    })
    call.on('error', () => {
      resolve()
    })
    call.end(body)
    if (leaveAfterMs !== undefined) setTimeout(() => call.destroy(), leaveAfterMs)
  })
}

/** All that the greedy token may do at once, until the function that is returned is called. */
function flood(): () => Promise<void> {
  let on = true
  const repeat = async (body: Buffer, leaveAfterMs?: number): Promise<void> => {
    while (on) {
      await ask(body, leaveAfterMs)
      await sleep(2)
    }
  }
  const loops = [
    ...Array.from({ length: 4 }, () => repeat(huge)),
    ...Array.from({ length: 20 }, () => repeat(small)),
    ...Array.from({ length: 8 }, () => repeat(small, 1)),
  ]
  const { hostname, port } = new URL(gateway.address)
  const halfSent = Array.from({ length: 8 }, (): Socket => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${greedy}\r\ncontent-length: 1000\r\n\r\n{`)
    return socket
  })
  return async () => {
    on = false
    for (const socket of halfSent) socket.destroy()
    await Promise.all(loops)
  }
}

/** Milliseconds within which 99 of 100 requests of the patient client are answered. */
async function slowReply(requests: number): Promise<number> {
  await client.ask(requests)
  const times = (await replyTimes(gateway)).sort((one, other) => one - other)
  expect(times).toHaveLength(requests)
  return times[Math.floor(requests * 0.99) - 1] ?? NaN
}

/** The same while the other token floods the gateway. */
async function slowReplyBesideFlood(requests: number): Promise<number> {
  const stop = flood()
  try {
    return await slowReply(requests)
  } finally {
    await stop()
  }
}

/**
 * The aim, which the best of five windows mostly reaches, single ones do not; and what is allowed. On a busy machine all that the flood sends
 * while the gateway does not run waits for it together: 54 were measured where eight processes waited for each processor.
 */
const [wantedMs, mostMs] = [20, 80]

test("another token's reply comes little later", async () => {
  // Code that runs for the first time is slow.
  await slowReplyBesideFlood(50)
  let grown = Infinity
  // The best of five: the garbage of the flood may be collected in one of them.
  for (let run = 0; run < 5 && grown > wantedMs; run++) {
    const alone = await slowReply(100)
    const beside = await slowReplyBesideFlood(200)
    grown = Math.min(grown, beside - alone)
  }
  expect(grown).toBeLessThanOrEqual(mostMs)
})
