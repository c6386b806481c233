// The least that a gateway in Node does: it looks up the caller's key, parses the request, replaces the model and the key, forwards it, reads the
// usage. Messages become chat completions where they are text only. `node proxy.mjs PROVIDER` prints its address.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { Pool } from 'undici'

const pool = new Pool(process.argv[2], { connections: 512 })
const digest = (key) => createHash('sha256').update(key).digest('hex')
const callers = new Map([[digest('sk-bench'), { requests: 0, tokens: 0 }]])
const models = new Map([['bench-model', 'bench-model']])

const server = createServer((request, response) => {
  const caller = callers.get(digest(request.headers.authorization?.slice('Bearer '.length) ?? ''))
  if (caller === undefined) return refuse(response, 401, 'unknown key')
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    forward(request.url, Buffer.concat(pieces), caller, response).catch((problem) => refuse(response, 502, problem.message))
  })
})

async function forward(url, bytes, caller, response) {
  const body = JSON.parse(bytes.toString())
  const model = models.get(body.model)
  if (model === undefined || !Array.isArray(body.messages ?? body.input))
    return refuse(response, 400, 'a known model and messages are needed')
  const translated = url === '/v1/messages'
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-provider' }
  const sent = JSON.stringify({ ...(translated ? toChat(body) : body), model })
  const reply = await pool.request({ path: translated ? '/v1/chat/completions' : url, method: 'POST', headers, body: sent })
  caller.requests++
  const type = String(reply.headers['content-type'])
  if (type === 'text/event-stream') return stream(reply.body, response.writeHead(reply.statusCode, { 'content-type': type }), caller)
  const value = JSON.parse(await reply.body.text())
  caller.tokens += value.usage?.total_tokens ?? 0
  const text = Buffer.from(JSON.stringify(translated ? toMessage(value) : value))
  response.writeHead(reply.statusCode, { 'content-type': type, 'content-length': text.length }).end(text)
}

/** Passes the events on, and parses each for its usage. */
function stream(body, response, caller) {
  let rest = ''
  body.on('data', (bytes) => {
    response.write(bytes)
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: {')) caller.tokens += JSON.parse(line.slice(6)).usage?.total_tokens ?? 0
  })
  body.on('end', () => response.end())
  body.on('error', () => response.destroy())
}

const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'))

const toChat = ({ max_tokens, system, messages }) => ({
  max_completion_tokens: max_tokens,
  messages: [...(system === undefined ? [] : [{ role: 'system', content: textOf(system) }]), ...messages].map(({ role, content }) => ({
    role,
    content: textOf(content),
  })),
})

const toMessage = ({ id, model, choices: [{ message }], usage }) => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text: message.content }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
})

function refuse(response, status, message) {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
