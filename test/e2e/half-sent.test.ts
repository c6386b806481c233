import { connect } from 'node:net'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell, chat } from './two-providers.js'
import { until } from './waiting.js'

test('a client that goes in the middle of its body gives its slot back at once, however it goes', async () => {
  const upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  const gateway = await gatewayFor(upstream, { tokens: [{ name: 'test', key: token, max_concurrent: 1 }] })
  const { hostname, port } = new URL(gateway.address)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  for (const framing of ['Content-Length: 1001\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n3e9\r\n'])
    for (const leave of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const socket = connect(Number(port), hostname, () => socket.write(head + framing + ' '.repeat(1000)))
      socket.on('error', () => undefined).resume()
      await until('its slot is taken', async () => (await chat(gateway, 'm-openai')).status === 429)
      socket[leave]()
      await until(`its slot is free after ${leave}`, async () => (await chat(gateway, 'm-openai')).status === 200, 2000)
    }
  await gateway.stop()
  await upstream.stop()
})
