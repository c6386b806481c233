// Small servers that answer as providers' recorded answers look: nothing is wrong with them.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { objectOf, parseObject, type JsonObject } from '../../../src/json/object.js'

/** What every style's answer says. */
export interface Plan {
  readonly text: string
  /** The tool that is called in place of the text. */
  readonly call: string | undefined
  /** Whether the answer is longer than the request allows, and how many tokens that are. */
  readonly limited: boolean
  readonly most: number
  readonly model: string
  readonly stream: boolean
  readonly body: JsonObject
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One style of a provider: its paths, and how it answers. */
export interface Style {
  readonly owns: (path: string, headers: IncomingMessage['headers']) => boolean
  readonly requestId?: string
  readonly credential: (headers: IncomingMessage['headers']) => boolean
  /** The name of the wrong member of a body. */
  readonly wrong: (body: JsonObject, path: string) => string | undefined
  readonly error: (status: number, message: string, id: string) => unknown
  readonly reply: (plan: Plan) => unknown
  /** The frames of the stream. */
  readonly frames: (plan: Plan) => readonly string[]
  readonly models: (name: string | undefined) => unknown
  readonly count?: (tokens: number) => unknown
  readonly plan: (body: JsonObject) => Pick<Plan, 'call' | 'limited' | 'most'>
}

export const modelName = 'recorded-mini'
export const seconds = 1_795_000_000

export class CorrectServer {
  private constructor(private readonly server: Server) {}

  static async start(styles: readonly Style[]): Promise<CorrectServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const path = (request.url ?? '').replace(/%2F/gi, '/')
        const style = styles.find(({ owns }) => owns(path, request.headers))
        if (style === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
        const text = Buffer.concat(chunks).toString('utf8')
        const id = 'req_0123456789'
        const { status, body } = answered(style, path, request, text, id)
        const stream = Array.isArray(body) && status === 200 && !path.endsWith(':streamGenerateContent')
        const type = stream ? 'text/event-stream; charset=utf-8' : 'application/json'
        response.writeHead(status, { 'content-type': type, ...(style.requestId === undefined ? {} : { [style.requestId]: id }) })
        response.end(stream ? body.join('') : JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new CorrectServer(server)
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

function answered(style: Style, path: string, request: IncomingMessage, text: string, id: string): Answer {
  const refuse = (status: number, message: string): Answer => ({ status, body: style.error(status, message, id) })
  if (!style.credential(request.headers)) return refuse(401, 'The key is missing.')
  const [, listed] = /^\/v1(?:beta)?\/models(?:\/([^:]*))?$/.exec(path) ?? []
  if (request.method === 'GET')
    return listed === undefined || listed === modelName
      ? { status: 200, body: style.models(listed) }
      : refuse(404, 'There is no such model.')
  const body = parseObject(text)
  if (body === undefined) return refuse(400, 'The body is not JSON.')
  const wrong = style.wrong(body, path)
  if (wrong !== undefined) return refuse(400, `${wrong} is wrong.`)
  const model = /models\/([^:]+):/.exec(path)?.[1] ?? String(body['model'])
  if (model === 'no-such-model') return refuse(404, 'There is no such model.')
  if (/count_tokens|:countTokens/.test(path)) return { status: 200, body: style.count?.(Math.ceil(text.length / 4)) }
  const stream = body['stream'] === true || path.includes(':streamGenerateContent')
  const plan: Plan = { text: 'Hello there, friend.', ...style.plan(body), model, stream, body }
  if (!stream) return { status: 200, body: style.reply(plan) }
  const frames = style.frames(plan)
  if (!path.endsWith(':streamGenerateContent')) return { status: 200, body: frames }
  return { status: 200, body: frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as unknown) }
}

/** The pieces in which a text is streamed. */
export const pieces = (text: string): readonly string[] => text.match(/.{1,6}/gs) ?? []

export const callInput = '{"city":"Paris"}'

export const bearerOnly = (headers: IncomingMessage['headers']): boolean => headers.authorization?.startsWith('Bearer ') === true

/** The call that `tool_choice` of OpenAI's styles asks for. */
export function openAIPlan(body: JsonObject, limit: unknown): Pick<Plan, 'call' | 'limited' | 'most'> {
  const choice = body['tool_choice']
  const named = objectOf(objectOf(choice)?.['function'])?.['name'] ?? objectOf(choice)?.['name']
  const call = typeof named === 'string' ? named : choice === 'required' ? 'read_weather' : undefined
  return { call, limited: limit !== undefined, most: Number(limit) }
}
