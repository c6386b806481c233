import { builtGateway } from './built-gateway.js'
import { impactOf } from './flood.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { sleep, until } from './waiting.js'

test('a log reader that ends does not end the gateway', async () => {
  const upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  const program = await builtGateway(upstream.address)
  try {
    program.unread()
    for (let count = 0; count < 3; count++) {
      const reply = await fetch(`${program.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}',
      })
      expect(reply.status).toBe(200)
      await reply.text()
      // Lines are gathered for 50 ms.
      await sleep(100)
    }
    expect(program.alive).toBe(true)
  } finally {
    await program.stop()
    await upstream.stop()
  }
})

test('while nobody reads the log, requests go on, lines are dropped, and a line says how many', async () => {
  const upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  const program = await builtGateway(upstream.address)
  const ask = async (): Promise<number> => {
    const reply = await fetch(`${program.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }], user: 'u'.repeat(500) }),
    })
    await reply.arrayBuffer()
    return reply.status
  }
  try {
    for (let count = 0; count < 200; count++) expect(await ask()).toBe(200)
    program.leaveUnread()
    const asked = 5000
    let left = asked
    const statuses = new Set<number>()
    const noticed = await impactOf(program, async () => {
      const worker = async (): Promise<void> => {
        while (left-- > 0) statuses.add(await ask())
      }
      await Promise.all(Array.from({ length: 8 }, worker))
    })
    expect([...statuses]).toEqual([200])
    expect(noticed).toMatchObject({ alive: true, failed: 0 })
    expect(noticed.grownMiB).toBeLessThanOrEqual(64)
    program.readAgain()
    const dropped = (): number =>
      program
        .logLines()
        .reduce((sum, { message, dropped: count }) => sum + (String(message).startsWith('log lines were dropped') ? Number(count) : 0), 0)
    await until('it is said how many', () => dropped() > 0, 5000)
    const accounted = (): number => program.logLines().filter(({ message }) => message === 'request').length + dropped()
    // Lines that were kept come after that.
    await until('all lines are there', () => accounted() >= 200 + asked, 5000)
    expect(accounted()).toBe(200 + asked)
  } finally {
    await program.stop()
    await upstream.stop()
  }
}, 60_000)
