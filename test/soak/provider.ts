import { wholes } from '../e2e/answers.js'
import { FakeUpstream, kinds, type Kind } from '../e2e/gateway.js'
import { goodStreams } from '../e2e/upstream-streams.js'

/** Texts of a question that make the provider fail. */
export const cutMe = 'cut me'
export const refuseMe = 'refuse me'

/** All kinds of providers on one port: whole replies, and streams of which a frame comes every `frameMs`. */
export async function startProvider(frameMs: number): Promise<FakeUpstream> {
  const upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    // What was called is not needed here, and would grow.
    upstream.calls.length = 0
    const kind = kindOf(call.request.url ?? '')
    if (call.body.includes(`"${refuseMe}"`)) {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"no","type":"server_error"}}')
      return
    }
    const isStream = call.body.includes('"stream":true') || call.request.url?.includes(':streamGenerateContent') === true
    if (!isStream) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholes[kind]({ text: 'Grüße, 你好 🙂.' })))
      return
    }
    const frames = goodStreams[kind]
    const cut = call.body.includes(`"${cutMe}"`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let next = 0
    const timer = setInterval(() => {
      if (response.destroyed || next === frames.length || (cut && next === frames.length >> 1)) {
        clearInterval(timer)
        if (cut) response.destroy()
        else response.end()
        return
      }
      response.write(frames[next++])
    }, frameMs)
  }
  return upstream
}

const kindOf = (url: string): Kind => kinds.find((kind) => url.startsWith(`/${kind}/`)) ?? 'openai'
