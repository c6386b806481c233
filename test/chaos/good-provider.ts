// The provider that answers as it should; healthy clients hear nothing of the others.
import type { ServerResponse } from 'node:http'
import { wholes } from '../e2e/answers.js'
import { FakeUpstream, kinds } from '../e2e/gateway.js'
import { chunk } from '../e2e/two-providers.js'
import { goodStreams } from '../e2e/upstream-streams.js'

const answer = { text: 'Grüße, 你好 🙂.' }

export class GoodProvider {
  readonly upstream = new FakeUpstream()
  /** Requests for each of the provider's model names. */
  readonly counts = new Map<string, number>()
  /** Replies of the model `held`, which wait until they are called for. */
  readonly held: (() => void)[] = []

  async start(): Promise<this> {
    await this.upstream.start()
    this.upstream.reply = (call, response) => {
      // What was called is counted, not kept.
      this.upstream.calls.length = 0
      const kind = kinds.find((name) => call.request.url?.startsWith(`/${name}/`)) ?? 'openai'
      const body = call.body.toString()
      const model = /"model":"([^"]+)"/.exec(body)?.[1] ?? ''
      this.counts.set(model, (this.counts.get(model) ?? 0) + 1)
      if (model === 'endless') {
        streamEndlessly(response)
        return
      }
      const streamed = body.includes('"stream":true') || call.request.url?.includes(':streamGenerateContent') === true
      if (!streamed) {
        const reply = (): void => {
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholes[kind](answer)))
        }
        if (model === 'held') this.held.push(reply)
        else reply()
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const frames = [...goodStreams[kind]]
      const timer = setInterval(() => {
        const frame = response.destroyed ? undefined : frames.shift()
        if (frame !== undefined) {
          response.write(frame)
          return
        }
        clearInterval(timer)
        response.end()
      }, 3)
    }
    return this
  }

  count(model: string): number {
    return this.counts.get(model) ?? 0
  }

  stop(): Promise<void> {
    return this.upstream.stop()
  }
}

function streamEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const piece = chunk('a'.repeat(8000))
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}
