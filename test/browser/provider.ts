import type { ServerResponse } from 'node:http'
import { FakeUpstream, type UpstreamRequest } from '../e2e/gateway.js'

/** Set by a test: what the model answers to the message `text`. */
export interface Script {
  text: string
}

/** A provider of OpenAI's chat API that does what the last message says: `slow`, `length`, `clock` … and else answers with the script's text. */
export async function startProvider(script: Script): Promise<FakeUpstream> {
  const upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    answer(lastText(call), script, isStreamed(call), response)
  }
  return upstream
}

function answer(said: string, script: Script, streamed: boolean, response: ServerResponse): void {
  if (said === 'fail') {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: script.text, type: 'invalid_request_error', code: null, param: null } }))
    return
  }
  if (said === 'silence') return
  if (!streamed) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        ...common,
        choices: [{ index: 0, message: { role: 'assistant', content: script.text }, finish_reason: 'stop' }],
        usage,
      }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish: string | null = null): void => {
    response.write(`data: ${JSON.stringify({ ...common, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  }
  const end = (finish: string): void => {
    send({}, finish)
    response.end(`data: ${JSON.stringify({ ...common, choices: [], usage })}\n\ndata: [DONE]\n\n`)
  }
  if (said === 'slow') {
    // Until the gateway leaves.
    const timer = setInterval(() => send({ content: 'word ' }), 20)
    response.on('close', () => clearInterval(timer))
  } else if (said === 'break') {
    send({ content: 'Half an ans' })
    setTimeout(() => response.destroy(), 50)
  } else if (said.includes('clock')) {
    send({ reasoning_content: 'The clock knows.' })
    send({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'clock', arguments: '' } }] })
    send({ tool_calls: [{ index: 0, function: { arguments: '{"zone":"Europe/Lisbon"}' } }] })
    end('tool_calls')
  } else if (said === 'length' || said === 'content_filter') {
    send({ content: script.text })
    end(said)
  } else if (said === 'picture') {
    send({ images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } }] })
    end('stop')
  } else if (said === 'sound') {
    send({ audio: { id: 'audio_1', data: silence, transcript: '', expires_at: 1 } })
    end('stop')
  } else if (said === 'speech') {
    // Pieces with padding each, of a length that is no multiple of 3.
    send({ audio: { id: 'audio_1' } })
    for (const word of ['I ', 'am ', 'speaking.']) {
      send({ audio: { transcript: word } })
      send({ audio: { data: Buffer.alloc(1600).toString('base64') } })
    }
    end('stop')
  } else if (said === 'broken sound') {
    send({ audio: { id: 'audio_1', data: '****', transcript: 'Said.', expires_at: 1 } })
    end('stop')
  } else if (said === 'steady') streamSteadily(script.text, send, () => end('stop'))
  else {
    for (const piece of script.text.match(/[^]{1,20}/g) ?? []) send({ content: piece })
    end('stop')
  }
}

/** A PNG of one pixel. */
export const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
/** A WAV file of 80 samples, 10 ms. */
const silence = Buffer.concat([
  Buffer.from('UklGRsQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YaAAAAA=', 'base64'),
  Buffer.alloc(160),
]).toString('base64')

/** About 200 pieces a second. */
function streamSteadily(text: string, send: (delta: object) => void, end: () => void): void {
  const pieces = text.match(/[^]{1,80}/g) ?? []
  let next = 0
  const timer = setInterval(() => {
    const piece = pieces[next]
    next += 1
    if (piece !== undefined) return send({ content: piece })
    clearInterval(timer)
    end()
  }, 5)
}

const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'up-model' }
const usage = { prompt_tokens: 41, completion_tokens: 118, total_tokens: 159 }

interface WireBody {
  readonly stream?: boolean
  readonly messages?: readonly { readonly content?: unknown }[]
}

function bodyOf(call: UpstreamRequest): WireBody {
  return JSON.parse(call.body.toString()) as WireBody
}

const isStreamed = (call: UpstreamRequest): boolean => bodyOf(call).stream === true

function lastText(call: UpstreamRequest): string {
  const content = bodyOf(call).messages?.at(-1)?.content
  return typeof content === 'string' ? content : JSON.stringify(content)
}
