import { clientDialects } from '../../dialects/registry.js'
import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import { parseObject } from '../../json/object.js'
import { EventStreamReader } from '../../relay/stream/event-stream-reader.js'
import { firstRequest } from '../../snippets/index.js'
import { CommandError } from '../command-error.js'
import type { Command } from '../command.js'
import { remark } from '../complaint.js'
import { styleNamed } from '../style-option.js'
import { tokenClient } from './gateway-access.js'
import { problemText } from './platform-client.js'
import { StreamView } from './stream-view.js'

const longestMs = 900_000
const mostEventBytes = 64 * 1024 * 1024

/** One streamed request through the running gateway: the answer on standard output, time and usage on standard error. */
export const tryModel: Command = async (options) => {
  const [model = '', text = ''] = options.words
  const style = styleNamed(options.style)
  const dialect = clientDialects[style]
  const { path, headers, body } = dialect.contractTest
  const { model: _model, stream: _stream, ...question } = firstRequest(style, model, text, true)
  const startedAt = performance.now()
  const since = (moment: number): number => Math.round(moment - startedAt)
  const reply = await tokenClient(options).send('POST', path(model, true), body(model, true, question), { waitMs: longestMs, headers })
  if (!reply.ok || reply.body === null) throw new CommandError(problemText(parseObject(await reply.text()) ?? {}, reply.status))
  let firstAt: number | undefined
  const view = new StreamView(dialect)
  let answer = ''
  for await (const event of eventsOf(reply.body)) {
    const piece = view.read(event)
    if (piece === '') continue
    firstAt ??= performance.now()
    answer += piece
    if (!options.json) process.stdout.write(piece)
  }
  if (!options.json) process.stdout.write('\n')
  const { failure, usage } = view
  if (failure !== undefined) throw new CommandError(failure)
  const duration = since(performance.now())
  const first = firstAt === undefined ? undefined : since(firstAt)
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ model, style, text: answer, duration_ms: duration, first_text_ms: first ?? null, usage: usage ?? null })}\n`,
    )
  else
    remark(
      options,
      `${duration} ms${first === undefined ? '' : `, first text after ${first} ms`}${usage === undefined ? '' : `, usage ${JSON.stringify(usage)}`}`,
    )
  return 0
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = new EventStreamReader(mostEventBytes)
  for await (const bytes of body) {
    yield* reader.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).frames
  }
}
