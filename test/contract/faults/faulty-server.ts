import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson, parseObject, type JsonObject } from '../../../src/json/object.js'
import { framesOf, textOfFrames, type Edit, type StreamEdit } from './changes.js'

/** An answer of the correct server. */
export interface Heard {
  readonly method: string
  readonly path: string
  readonly asked: JsonObject
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** One thing that is wrong with a server. */
export interface Fault {
  readonly name: string
  /** The requests whose answers are changed. */
  readonly when: (heard: Heard) => boolean
  /** The changed answer; `undefined`: there was nothing to change in this one. */
  readonly change: (heard: Heard) => Heard | undefined
}

/** A proxy in front of a correct server that makes one mistake. It asks the server once for each request, and then remembers the answer. */
export class FaultyServer {
  #fault: Fault | undefined
  #planted = 0
  #times = new Map<string, number>()
  readonly #answers = new Map<string, Promise<Heard>>()

  private constructor(
    private readonly base: string,
    private readonly server: Server,
  ) {}

  static async start(base: string): Promise<FaultyServer> {
    const server = createServer()
    const faulty = new FaultyServer(base, server)
    server.on('request', (request, response) => void faulty.#serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return faulty
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** From now on this mistake is made; `undefined`: none. */
  plant(fault: Fault | undefined): void {
    this.#fault = fault
    this.#planted = 0
    this.#times = new Map()
  }

  /** How many answers the mistake was made in. */
  get planted(): number {
    return this.#planted
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const heard = await this.#heard(request, body)
    const changed = this.#fault?.when(heard) === true ? this.#fault.change(heard) : undefined
    if (changed !== undefined) this.#planted++
    const { status, headers, body: answer } = changed ?? heard
    response.writeHead(status, headers).end(answer)
  }

  /** The correct answer. The same request may be answered otherwise the second time: after a deletion. */
  #heard({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<Heard> {
    const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1]
    const text = body.toString('latin1').replaceAll(boundary ?? '\0', '')
    const request = [
      method,
      url,
      headers.authorization,
      headers['x-api-key'],
      headers['x-goog-api-key'],
      headers['anthropic-version'],
      text,
    ].join(' ')
    const time = this.#times.get(request) ?? 0
    this.#times.set(request, time + 1)
    const key = `${time} ${request}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const told = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        /^(?:host|connection|content-length)$/.test(name) ? [] : [[name, String(value)]],
      ),
    )
    const answer = fetch(this.base + url, {
      method,
      headers: { ...told, prefer: 'pace=0' },
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    })
    const heard = answer.then(async (reply): Promise<Heard> => {
      const kept = ['content-type', 'x-request-id', 'request-id'].flatMap((name) => {
        const value = reply.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      return {
        method,
        path: url,
        asked: parseObject(body.toString('utf8')) ?? {},
        status: reply.status,
        headers: Object.fromEntries(kept),
        body: bytes,
      }
    })
    this.#answers.set(key, heard)
    return heard
  }
}

const isStream = ({ headers }: Heard): boolean => headers['content-type']?.startsWith('text/event-stream') === true

/** A fault in whole replies, or in errors where it says so. */
export function inJson(path: RegExp, name: string, change: Edit, status = 200): Fault {
  return {
    name,
    when: (heard) => path.test(heard.path) && heard.status === status && !isStream(heard),
    change: (heard) => {
      const body = parseJson(heard.body.toString('utf8'))
      return change(body) ? { ...heard, body: Buffer.from(JSON.stringify(body)) } : undefined
    },
  }
}

export function inStream(path: RegExp, name: string, change: StreamEdit): Fault {
  return {
    name,
    when: (heard) => path.test(heard.path) && isStream(heard) && heard.status === 200,
    change: (heard) => {
      const frames = framesOf(heard.body.toString('utf8'))
      const changed = change(frames)
      return changed === frames ? undefined : { ...heard, body: Buffer.from(textOfFrames(changed)) }
    },
  }
}

/** A fault in status, headers or bytes. */
export function inAnswer(name: string, when: (heard: Heard) => boolean, change: (heard: Heard) => Partial<Heard>): Fault {
  return { name, when, change: (heard) => ({ ...heard, ...change(heard) }) }
}
