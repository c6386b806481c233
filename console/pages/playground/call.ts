import { parseJson } from '../../../src/json/object.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { readProblem, unreachable, type Problem } from '../../api/problem.js'
import { addressOf } from '../../router/base-path.js'
import type { AnswerContent, AnswerState, Measures } from './conversation.js'
import type { SentRequest } from './requests/request.js'
import { AnswerBuilder } from './streams/answer-builder.js'
import { EventReader } from './streams/events.js'
import type { ReplyReader } from './streams/delta.js'
import type { WireLog } from './wire-log.js'

export interface Call {
  readonly style: ChatDialect
  readonly model: string
  readonly request: SentRequest
  readonly reader: ReplyReader
  readonly signal: AbortSignal
  readonly log: WireLog
  /** Called for each piece that comes; the caller decides how often it is shown. */
  readonly onContent: (content: () => AnswerContent) => void
}

/** Sends a request to the public endpoint, as any client does, and reads the reply as it comes. Never throws. */
export async function runCall(call: Call): Promise<AnswerContent> {
  const builder = new AnswerBuilder()
  return builder.withSound(await read(call, builder))
}

async function read({ style, model, request, reader, signal, log, onContent }: Call, builder: AnswerBuilder): Promise<AnswerContent> {
  const started = performance.now()
  let measures: Measures = { model, style }
  const content = (standing: AnswerState): AnswerContent => ({ ...builder.content(measures), standing })
  /** With the id of the request, for a failure that came without one. */
  const failed = (problem: Problem): AnswerContent =>
    ended({ state: 'failed', problem: { ...(measures.requestId !== undefined && { requestId: measures.requestId }), ...problem } })
  const ended = (standing: AnswerState): AnswerContent => {
    measures = { ...measures, totalMs: performance.now() - started }
    return content(standing)
  }
  try {
    const response = await fetch(addressOf(request.path), {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal,
      credentials: 'omit',
    })
    log.answered(response)
    const requestId = response.headers.get('x-request-id')
    if (requestId !== null) measures = { ...measures, requestId }
    if (!response.ok) {
      const text = await response.text()
      log.frame(text)
      return failed(readProblem(response.status, response.headers, parseJson(text)))
    }
    const take = (deltas: ReturnType<typeof reader.event>) => {
      for (const delta of deltas)
        if (builder.add(delta) && measures.firstTokenMs === undefined) measures = { ...measures, firstTokenMs: performance.now() - started }
      onContent(() => content({ state: 'streaming' }))
    }
    if (isEventStream(response)) {
      const events = new EventReader()
      for await (const piece of piecesOf(response))
        for (const event of events.push(piece)) {
          log.frame(event.data, event.name)
          take(reader.event(event.name, event.data))
        }
      for (const event of events.end()) take(reader.event(event.name, event.data))
    } else {
      const text = await response.text()
      log.frame(text)
      const cost = response.headers.get('x-anywire-cost-usd')
      if (cost !== null && cost !== '') builder.add({ kind: 'usage', cost: Number(cost) })
      take(reader.reply(parseJson(text)))
    }
    if (builder.problem !== undefined) return failed(builder.problem)
    if (!reader.ended && builder.finish === undefined) return failed(brokenOff)
    return ended({ state: 'complete', finish: builder.finish ?? 'stop' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return ended({ state: 'stopped' })
    return failed(measures.requestId === undefined ? unreachable : brokenOff)
  }
}

const brokenOff = {
  status: 0,
  title: 'The answer broke off',
  detail: 'The connection ended before the answer did.',
  code: 'disconnected',
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

async function* piecesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
