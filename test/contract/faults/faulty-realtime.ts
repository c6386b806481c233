import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import WebSocket, { WebSocketServer } from 'ws'
import { objectOf, parseObject } from '../../../src/json/object.js'
import { all, drop, edit, set, type Edit, type Json } from './changes.js'

/** A mistake in the events of sessions, or in the handshake. */
export interface RealtimeFault {
  readonly name: string
  /** The events to send in place of one. */
  readonly events?: (event: Json) => readonly Json[]
  readonly handshake?: 'open to all' | 'no subprotocol' | '403'
}

/** A proxy in front of a correct server's sessions. */
export class FaultyRealtime {
  #fault: RealtimeFault | undefined

  private constructor(private readonly server: Server) {}

  static async start(base: string): Promise<FaultyRealtime> {
    const server = createServer()
    const faulty = new FaultyRealtime(server)
    const offered = new WebSocketServer({
      noServer: true,
      handleProtocols: (protocols) =>
        faulty.#fault?.handshake === 'no subprotocol' ? false : protocols.has('realtime') ? 'realtime' : false,
    })
    server.on('request', (_, response) => response.writeHead(404).end())
    server.on('upgrade', (request, socket, head) => {
      const { authorization, 'sec-websocket-protocol': protocols = '' } = request.headers
      const known = authorization !== undefined || protocols.includes('openai-insecure-api-key.')
      if (!known && faulty.#fault?.handshake !== 'open to all') {
        const status = faulty.#fault?.handshake === '403' ? 403 : 401
        socket.end(
          `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"error":{"message":"No token.","type":"invalid_request_error"}}`,
        )
        return
      }
      offered.handleUpgrade(request, socket, head, (client) => {
        faulty.#connect(client, `${base.replace('http', 'ws')}${request.url ?? ''}&prefer=pace%3D0`)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return faulty
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  plant(fault: RealtimeFault | undefined): void {
    this.#fault = fault
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  #connect(client: WebSocket, url: string): void {
    const upstream = new WebSocket(url, { headers: { authorization: 'Bearer any' } })
    const waiting: string[] = []
    const textOf = (data: unknown): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')
    upstream.on('open', () => {
      for (const text of waiting) upstream.send(text)
    })
    client.on('message', (data) => {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(textOf(data))
      else waiting.push(textOf(data))
    })
    upstream.on('message', (data) => {
      const event = { ...parseObject(textOf(data)) }
      for (const sent of this.#fault?.events?.(event) ?? [event]) client.send(JSON.stringify(sent))
    })
    client.on('close', () => {
      upstream.terminate()
    })
    upstream.on('close', () => {
      client.close()
    })
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  }
}

const inEvent = (name: string, type: string, change: Edit): RealtimeFault => ({
  name,
  events: (event) => {
    if (type === '' || event['type'] === type) change(event)
    return [event]
  },
})
const lost = (name: string, type: string): RealtimeFault => ({ name, events: (event) => (event['type'] === type ? [] : [event]) })

export const realtimeFaults: readonly RealtimeFault[] = [
  { name: 'no token is needed', handshake: 'open to all' },
  { name: '403 for a missing token', handshake: '403' },
  { name: 'no subprotocol is chosen', handshake: 'no subprotocol' },
  lost('no session.created', 'session.created'),
  lost('no response.created', 'response.created'),
  lost('no output_item.added', 'response.output_item.added'),
  lost('no content_part.added', 'response.content_part.added'),
  lost('no deltas', 'response.output_text.delta'),
  lost('no output_text.done', 'response.output_text.done'),
  lost('no output_item.done', 'response.output_item.done'),
  inEvent('no event ids', '', drop('/event_id')),
  inEvent('one id for all events', '', set('/event_id', 'event_1')),
  inEvent('a session without id', 'session.created', drop('/session/id')),
  inEvent('the settings are not taken', 'session.updated', set('/session/instructions', '')),
  inEvent(
    'a piece of the text is lost',
    'response.output_text.delta',
    edit('/delta', () => ''),
  ),
  inEvent(
    'the whole text differs',
    'response.output_text.done',
    edit('/text', (text) => `${String(text)}!`),
  ),
  inEvent(
    'the text of the response differs',
    'response.done',
    edit('/response/output/0/content/0/text', () => 'Else.'),
  ),
  inEvent('deltas of another item', 'response.output_text.delta', set('/item_id', 'item_other')),
  inEvent('deltas of another response', 'response.output_text.delta', set('/response_id', 'resp_other')),
  inEvent('parts are numbered from 1', 'response.output_text.delta', set('/content_index', 1)),
  inEvent('the status in_progress at the end', 'response.done', set('/response/status', 'in_progress')),
  inEvent('no usage at the end', 'response.done', drop('/response/usage')),
  inEvent(
    'usage that does not add up',
    'response.done',
    edit('/response/usage/total_tokens', (total) => Number(total) + 1),
  ),
  inEvent('an error without message', 'error', drop('/error/message')),
  inEvent('an error of another type', 'error', set('/error/type', 'server_error')),
  inEvent('an error that names no event', 'error', set('/error/event_id', null)),
  inEvent('the names of the beta', 'response.output_text.delta', set('/type', 'response.text.delta')),
  inEvent('an error in another shape', 'error', (event) =>
    all(set('/message', objectOf(objectOf(event)?.['error'])?.['message']), drop('/error'))(event),
  ),
]
