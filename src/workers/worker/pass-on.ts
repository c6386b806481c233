import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { GatewayFailure } from '../../exchange/error.js'
import type { HttpContext } from '../../server/context.js'
import { addressHeader } from '../../server/entrance.js'
import { endAfterDiscarding } from '../../server/middleware/identify-request.js'
import { hasBody, isUnread } from '../../server/unread-body.js'

/** Of one connection each; `te` and `trailer` belong to the chunks that are written anew. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  addressHeader,
])
/** The same, where the body has been read and decoded. */
const hopByHopOrBody: ReadonlySet<string> = new Set([...hopByHop, 'content-length', 'content-encoding', 'expect'])
const address: ReadonlySet<string> = new Set([addressHeader])

/** Passes requests on to the gateway's own process, over a connection for each connection of a client. */
export class PassOn {
  readonly #agents = new WeakMap<Socket, Agent>()

  constructor(private readonly entrance: string) {}

  /** Resolves when the reply is written. `body`: the whole body, decoded, where it has been read. */
  async answer({ req: request, res: response }: Pick<HttpContext, 'req' | 'res'>, body?: Buffer): Promise<void> {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    // The gateway's reply has its own.
    response.limits = undefined
    if (response.destroyed) return
    await new Promise<void>((resolve, reject) => {
      const asked = this.#ask(request, body)
      let stopSending: () => void = () => undefined
      const stop = (): void => {
        // A request that is not sent to its end would keep the connection from the client's next one.
        if (!response.writableFinished || !asked.writableFinished) asked.destroy()
        resolve()
      }
      response.once('close', stop)
      asked.once('continue', () => {
        response.writeContinue()
      })
      asked.once('error', (error) => {
        stopSending()
        if (response.headersSent || response.destroyed) {
          response.destroy()
          resolve()
        } else reject(unanswered(error))
      })
      asked.once('response', (reply) => {
        stopSending()
        copyReply(reply, response, request)
      })
      if (body !== undefined) asked.end(body)
      else if (request.readableEnded || !hasBody(request)) asked.end()
      else stopSending = sendBody(request, asked)
    })
  }

  /** The same for a handshake: whatever follows passes in both directions. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const inner = connect(this.entrance)
    const end = (): void => {
      inner.destroy()
      socket.destroy()
    }
    inner.on('error', end).on('close', () => {
      // What came before the end is sent first.
      socket.end(() => socket.destroy())
    })
    socket.on('error', end).on('close', end)
    const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1`]
    const headers = [...passedHeaders(request.rawHeaders, address), addressHeader, request.socket.remoteAddress ?? '']
    for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index] ?? ''}: ${headers[index + 1] ?? ''}`)
    // The gateway may answer the head and close, and Node would fail on a later write before it reads the answer: the head goes in one
    // write, and what the client sends after it once there is an answer.
    inner.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
    inner.once('data', () => socket.pipe(inner))
    inner.pipe(socket)
  }

  #ask(request: IncomingMessage, body: Buffer | undefined): ClientRequest {
    const { method = 'GET', url: path = '/' } = request
    const headers = passedHeaders(request.rawHeaders, body === undefined ? hopByHop : hopByHopOrBody)
    headers.push(addressHeader, request.socket.remoteAddress ?? '')
    if (body !== undefined) headers.push('content-length', String(body.length))
    else if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked')
    else if (request.headers['content-length'] === undefined && method !== 'GET' && method !== 'HEAD') headers.push('content-length', '0')
    return httpRequest({ socketPath: this.entrance, agent: this.#agentOf(request.socket), method, path, headers, setHost: false })
  }

  #agentOf(client: Socket): Agent {
    const known = this.#agents.get(client)
    if (known !== undefined) return known
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    this.#agents.set(client, agent)
    client.once('close', () => {
      agent.destroy()
    })
    return agent
  }
}

/**
 * Sends the body as it comes, the last bytes of a length together with the end: the gateway may answer and close the connection as soon as
 * it has them, and Node would then fail on the empty write of a later end, before it reads the answer. Returns what stops it.
 */
function sendBody(request: IncomingMessage, asked: ClientRequest): () => void {
  let left = Number(request.headers['content-length'])
  const next = (bytes: Buffer): void => {
    left -= bytes.length
    if (left === 0) asked.end(bytes)
    else if (!asked.write(bytes)) {
      request.pause()
      asked.once('drain', () => request.resume())
    }
  }
  const end = (): void => {
    asked.end()
  }
  request.on('data', next).once('end', end)
  return () => {
    request.off('data', next).off('end', end)
  }
}

function copyReply(reply: IncomingMessage, response: ServerResponse, request: IncomingMessage): void {
  const headers = passedHeaders(reply.rawHeaders, hopByHop)
  if (reply.headers.connection === 'close') headers.push('connection', 'close')
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage ?? '', headers)
  reply.once('error', () => response.destroy())
  reply.once('end', () => {
    if (isUnread(request)) endAfterDiscarding(response)
    else response.end()
  })
  reply.pipe(response, { end: false })
}

/** As they came, in their order. */
function passedHeaders(rawHeaders: readonly string[], left: ReadonlySet<string>): string[] {
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!left.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}

function unanswered(error: Error): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway cannot answer this now. Try again in 1s.',
    retryAfterSeconds: 1,
    detail: error.message,
  })
}
