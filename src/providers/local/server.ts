import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { chatCompletion, endFrames, errorBody, startFrame, textFrame, type ReplyHead } from './chat-reply.js'
import { LocalRefusal, readChatRequest, type LocalRequest } from './chat-request.js'
import { UnsupportedSchema, type Engine, type GenerateOptions } from './engine.js'
import { JobQueue, QueueRefusal } from './queue.js'

export interface LocalServerOptions {
  /** The engine, or a promise of it while it is loading: requests wait for that. */
  readonly engine: Engine | Promise<Engine>
  /** Bearer key; only the gateway knows it. */
  readonly key: string
  /** How many requests may wait. */
  readonly queue: number
  /** Longest time for one answer, waiting included. */
  readonly deadlineMs: number
}

const bodyLimit = 4 * 1024 * 1024

/** A server of chat completions, so that the relay needs no special case for the local model. */
export function createLocalServer(options: LocalServerOptions): Server {
  const jobs = new JobQueue(options.queue)
  return createServer({ requestTimeout: 60_000 }, (request, response) => {
    serve(request, response, options, jobs).catch((error: unknown) => {
      refuse(response, 500, errorBody(error instanceof Error ? error.message : 'The local model failed.', 'api_error', 'internal'))
    })
  })
}

async function serve(request: IncomingMessage, response: ServerResponse, options: LocalServerOptions, jobs: JobQueue): Promise<void> {
  if (!isAuthorized(request.headers.authorization, options.key)) {
    refuse(response, 401, errorBody('This server belongs to the gateway.', 'invalid_request_error', 'invalid_api_key'))
    return
  }
  const path = request.url?.split('?')[0]
  if (request.method === 'GET' && path === '/v1/models') {
    sendJson(
      response,
      200,
      JSON.stringify({ object: 'list', data: [{ id: (await options.engine).model, object: 'model', created: 0, owned_by: 'local' }] }),
    )
    return
  }
  if (request.method !== 'POST' || path !== '/v1/chat/completions') {
    refuse(response, 404, errorBody('The local model serves POST /v1/chat/completions only.', 'invalid_request_error', 'not_found'))
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    refuse(response, 413, errorBody(`The local model accepts at most ${bodyLimit} bytes.`, 'invalid_request_error', 'request_too_large'))
    return
  }
  try {
    await answer(readChatRequest(JSON.parse(body)), response, options, jobs)
  } catch (error) {
    fail(response, error)
  }
}

async function answer(request: LocalRequest, response: ServerResponse, options: LocalServerOptions, jobs: JobQueue): Promise<void> {
  const engine = await options.engine
  const inputTokens = engine.countTokens(request.turns)
  const room = engine.contextTokens - inputTokens - 1
  if (room < 1) {
    const message = `The conversation has ${inputTokens} tokens; the local model's context has ${engine.contextTokens}.`
    throw new LocalRefusal(message, 'messages', 'context_length_exceeded')
  }
  const leaving = new AbortController()
  const timer = setTimeout(() => {
    leaving.abort(new QueueRefusal('late'))
  }, options.deadlineMs)
  response.once('close', () => {
    leaving.abort(new Error('The caller left.'))
  })
  const head: ReplyHead = { id: `chatcmpl-${randomBytes(16).toString('hex')}`, created: Math.floor(Date.now() / 1000), model: engine.model }
  let text = ''
  const generation: GenerateOptions = {
    ...request,
    maxTokens: Math.min(request.maxTokens ?? room, room),
    signal: leaving.signal,
    onText: (piece) => {
      if (!request.stream) text += piece
      else if (!leaving.signal.aborted) {
        if (!response.headersSent) startStream(response, head)
        response.write(textFrame(head, piece))
      }
    },
  }
  try {
    const { finishReason, outputTokens } = await jobs.run(leaving.signal, () => engine.generate(request.turns, generation))
    const usage = { inputTokens, outputTokens }
    if (!request.stream) {
      sendJson(response, 200, chatCompletion(head, text, finishReason, usage))
      return
    }
    if (!response.headersSent) startStream(response, head)
    response.end(endFrames(head, finishReason, request.includeUsage ? usage : undefined))
  } finally {
    clearTimeout(timer)
  }
}

function startStream(response: ServerResponse, head: ReplyHead): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(startFrame(head))
}

function fail(response: ServerResponse, error: unknown): void {
  if (error instanceof LocalRefusal) {
    refuse(response, 400, errorBody(error.message, 'invalid_request_error', error.code, error.param))
  } else if (error instanceof UnsupportedSchema) {
    refuse(response, 400, errorBody(error.message, 'invalid_request_error', 'unsupported_value', 'response_format'))
  } else if (error instanceof SyntaxError) {
    refuse(response, 400, errorBody('The body is not JSON.', 'invalid_request_error', null))
  } else if (error instanceof QueueRefusal) {
    refuse(
      response,
      error.reason === 'full' ? 503 : 504,
      errorBody(error.message, 'api_error', error.reason === 'full' ? 'overloaded' : 'timeout'),
    )
  } else {
    refuse(response, 500, errorBody(error instanceof Error ? error.message : 'The local model failed.', 'api_error', 'internal'))
  }
}

/** Before the first byte a status; inside a stream an error frame, and no terminator after it. */
function refuse(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed || response.writableEnded) return
  if (response.headersSent) response.end(`data: ${body}\n\n`)
  else sendJson(response, status, body, status === 503 ? { 'retry-after': '1' } : {})
}

function sendJson(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }).end(body)
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isAuthorized(authorization: string | undefined, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${key}`))
}
