import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { sleep } from './waiting.js'

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
