import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeBusy } from './busy-loop-fixture.js'
import type { GatewayRequest } from './gateway-request.js'
import { sendJson } from './reply.js'

function requestFor(response: ServerResponse): GatewayRequest {
  const record = { ends: () => undefined, chargeWhole: () => undefined }
  return { response, record, id: 'req_1', errorFormat: 'chat-completions', left: false } as unknown as GatewayRequest
}

const texts = [
  ['ASCII', 'plain'],
  ['Latin-1', 'é'],
  ['two-byte characters', '日本 🙂'],
  ['long ASCII', 'x'.repeat(70_000)],
  ['long Latin-1', 'é'.repeat(40_000)],
]

// Busy last: it stays so for some replies.
test.each(
  [false, true].flatMap((isBusy) => texts.map(([name = '', text = '']) => ({ loop: isBusy ? 'busy' : 'idle', isBusy, name, text }))),
)('a text and its bytes are sent as the same UTF-8, with an event loop that is $loop: $name', async ({ isBusy, text }) => {
  const json = JSON.stringify({ text })
  let sent: string | Buffer = json
  const server = createServer((_request, response) => {
    sendJson(requestFor(response), 200, sent, {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    for (sent of [json, Buffer.from(json)]) {
      if (isBusy) await makeBusy()
      const reply = await fetch(`http://127.0.0.1:${port}/`)
      expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(json)))
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.from(json))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
