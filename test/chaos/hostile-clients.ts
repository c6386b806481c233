// Clients of ill will, each kind with a token of its own.
import { connect } from 'node:net'
import { question, readStream, styles, type Style } from '../e2e/client-styles.js'
import { kinds } from '../e2e/gateway.js'
import { sleep } from '../e2e/waiting.js'
import type { Draw } from '../fidelity/draw.js'
import { ask, type Answered } from './ask.js'
import { drawVisit } from '../fuzz/client-draws.js'
import { pay } from '../fuzz/pay.js'

export const tokens = { nasty: 'sk-nasty', few: 'sk-few', minute: 'sk-minute', poor: 'sk-poor' } as const

export class HostileClients {
  /** What no client may see, whatever it does. */
  readonly faults: string[] = []
  readonly statuses = new Map<string, number>()

  constructor(private readonly address: string) {}

  /** One thing after the other, each drawn. */
  async work(draw: Draw, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const act = draw.weighted<() => Promise<void>>([
        [5, () => pay(this.address, drawVisit(draw))],
        [5, () => this.#leave(draw)],
        [6, () => this.#readAll(draw)],
        [1, () => this.#readNothing(draw)],
        [1, () => this.#burst(tokens.few, 'openai', 12)],
        [1, () => this.#burst(tokens.minute, 'minute', 20)],
        [1, () => this.#burst(tokens.poor, 'poor', 20)],
      ])
      await act().catch((problem: unknown) => this.faults.push(String(problem)))
    }
  }

  async #leave(draw: Draw): Promise<void> {
    const controller = new AbortController()
    const timer = setTimeout(
      () => {
        controller.abort()
      },
      draw.pick([0, 1, 5, 20, 100, 400]),
    )
    await this.#ask(tokens.nasty, anyModel(draw), draw.chance(0.7), controller.signal, draw.pick(styles)).catch(() => undefined)
    clearTimeout(timer)
  }

  /** A stream is finished or has an error, never both, never neither. */
  async #readAll(draw: Draw): Promise<void> {
    const style = draw.pick(styles)
    const model = anyModel(draw)
    const stream = draw.chance(0.7)
    const { status, text, type } = await this.#ask(tokens.nasty, model, stream, AbortSignal.timeout(60_000), style)
    if (status === 500) this.faults.push(`${style} on ${model}: ${status} ${text}`)
    // What a provider of the client's own style says is passed on as it is.
    if (status !== 200 || type !== 'text/event-stream; charset=utf-8' || model.endsWith(ownKind[style])) return
    const { finished, error } = readStream(style, text)
    if (finished === (error !== undefined))
      this.faults.push(`${style} on ${model}: finished ${finished}, error ${JSON.stringify(error)}: ${text}`)
  }

  /** Asks for a stream without end and does not read it. */
  async #readNothing(draw: Draw): Promise<void> {
    const { path, headers, body } = question('chat-completions', 'endless', true)
    const { hostname, port } = new URL(this.address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.pause()
    const lines = Object.entries({ ...headers, authorization: `Bearer ${tokens.nasty}`, 'content-length': Buffer.byteLength(body) })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
    await sleep(draw.pick([50, 500, 3000]))
    socket.destroy()
  }

  /** More at once than the token may. */
  async #burst(token: string, model: string, count: number): Promise<void> {
    const one = async (): Promise<void> => {
      const { status } = await this.#ask(token, model, false, AbortSignal.timeout(60_000), 'chat-completions')
      // 408: on a busy machine a body may come too late.
      if (![200, 408, 429, 503].includes(status)) this.faults.push(`${model}: ${status}`)
    }
    await Promise.all(Array.from({ length: count }, one))
  }

  async #ask(token: string, model: string, stream: boolean, signal: AbortSignal, style: Style): Promise<Answered> {
    const { path, headers, body } = question(style, model, stream)
    const answered = await ask(this.address, { path, headers: { ...headers, authorization: `Bearer ${token}` }, body }, signal)
    const name = `${token} ${answered.status}`
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1)
    return answered
  }
}

const ownKind = { 'chat-completions': 'openai', messages: 'anthropic', responses: 'responses', 'generate-content': 'gemini' } as const

/** A model of a nasty provider, of one with a good one behind it, or of the good one. */
function anyModel(draw: Draw): string {
  return `${draw.pick(['bad-', 'bad-', 'mixed-', ''])}${draw.pick(kinds)}`
}
