import type { ServerResponse } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { FakeUpstream, gatewayFor, token, type UpstreamRequest } from './gateway.js'
import type { RunningGateway } from '../../src/server/start.js'

/**
 * A gateway in front of two OpenAI-style providers: the models `both` (first, second), `first` and `second`; in `mixed` the second one is
 * asked in Anthropic's style.
 */
export interface TwoProviders {
  readonly first: FakeUpstream
  readonly second: FakeUpstream
  readonly gateway: RunningGateway
  stop(): Promise<void>
}

export async function twoProviders(
  settings: Readonly<Record<string, unknown>> = {},
  addresses: { readonly first?: string } = {},
): Promise<TwoProviders> {
  const first = await new FakeUpstream().start()
  const second = await new FakeUpstream().start()
  const targets = { first: [{ provider: 'first', model: 'a' }], second: [{ provider: 'second', model: 'b' }] }
  const gateway = await gatewayFor(first, {
    tokens: [{ name: 'test', key: token, max_concurrent: 1000 }],
    providers: [
      { name: 'first', kind: 'openai', base_url: `${addresses.first ?? first.address}/v1`, api_key: 'up-key-first' },
      { name: 'second', kind: 'openai', base_url: `${second.address}/v1`, api_key: 'up-key-second' },
      { name: 'translated', kind: 'anthropic', base_url: second.address, api_key: 'up-key-second' },
    ],
    models: [
      { name: 'both', targets: [...targets.first, ...targets.second] },
      { name: 'mixed', targets: [...targets.first, { provider: 'translated', model: 'c' }] },
      { name: 'first', targets: targets.first },
      { name: 'second', targets: targets.second },
    ],
    retries: {},
    ...settings,
  })
  return {
    first,
    second,
    gateway,
    stop: async () => {
      await gateway.stop()
      await first.stop()
      await second.stop()
    },
  }
}

export const goodReply = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'up',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok', refusal: null }, finish_reason: 'stop', logprobs: null }],
}

export function answerWell(_call: UpstreamRequest, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodReply))
}

export function chunk(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'up', choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: finish }] })}\n\n`
}

export const goodEnd = `${chunk('', 'stop')}data: [DONE]\n\n`

export function streamWell(_call: UpstreamRequest, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk('good') + goodEnd)
}

export function refuseWith(status: number, headers: Readonly<Record<string, string>> = {}, body = '{"error":{"message":"no"}}') {
  return (_call: UpstreamRequest, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

/** Breaks the connection before it answers. */
export function reset(_call: UpstreamRequest, response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

export function chat(
  gateway: RunningGateway,
  model: string,
  options: { readonly stream?: boolean; readonly signal?: AbortSignal; readonly more?: object } = {},
): Promise<Response> {
  return fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model, stream: options.stream ?? false, messages: [{ role: 'user', content: 'hi' }], ...options.more }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

/** A provider that writes any bytes when it has the whole request. */
export class RawProvider {
  readonly sockets = new Set<Socket>()
  connections = 0
  /** `request`: its head and body, as Latin-1. */
  reply: (socket: Socket, request: string) => void = () => undefined
  #server: Server | undefined

  async start(): Promise<this> {
    this.#server = createServer((socket) => {
      this.connections++
      this.sockets.add(socket)
      let text = ''
      socket.on('error', () => undefined)
      socket.on('close', () => this.sockets.delete(socket))
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1')
        const end = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (end < 0 || text.length < end + 4 + length) return
        const request = text
        text = ''
        this.reply(socket, request)
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}

export interface ToldError {
  readonly message: string
  readonly type: string
  readonly code: string
  readonly param: string | null
}

export async function errorOf(reply: Response): Promise<ToldError> {
  return ((await reply.json()) as { readonly error: ToldError }).error
}
