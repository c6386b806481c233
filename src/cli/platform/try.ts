import { listOf, objectOf, parseObject, textOf } from '../../json/object.js'
import type { Command } from '../command.js'
import { UsageError } from '../usage-error.js'
import { problemText, tokenClient } from './platform-client.js'

const longestMs = 900_000

/** `try MODEL TEXT`: one streamed request through the running gateway: the answer on standard output, time and usage on standard error. */
export const tryModel: Command = async (options) => {
  const [model, text] = options.words
  if (model === undefined || text === undefined) throw new UsageError('try takes a MODEL and a TEXT')
  const body = { model, messages: [{ role: 'user', content: text }], stream: true, stream_options: { include_usage: true } }
  const startedAt = performance.now()
  const reply = await tokenClient(options).send('POST', '/v1/chat/completions', body, AbortSignal.timeout(longestMs))
  if (!reply.ok || reply.body === null) throw new Error(problemText(parseObject(await reply.text()) ?? {}, reply.status))
  let firstAt: number | undefined
  let usage: unknown
  let failure: unknown
  for await (const chunk of chunksOf(reply.body)) {
    failure ??= chunk['error']
    usage = chunk['usage'] ?? usage
    const content = objectOf(objectOf(listOf(chunk['choices'])[0])?.['delta'])?.['content']
    if (typeof content !== 'string' || content === '') continue
    firstAt ??= performance.now()
    process.stdout.write(content)
  }
  process.stdout.write('\n')
  if (failure !== undefined) throw new Error(textOf(objectOf(failure)?.['message']) ?? 'the stream was broken off')
  const first = firstAt === undefined ? '' : `, first text after ${Math.round(firstAt - startedAt)} ms`
  process.stderr.write(
    `${Math.round(performance.now() - startedAt)} ms${first}${usage === undefined ? '' : `, usage ${JSON.stringify(usage)}`}\n`,
  )
  return 0
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const chunk = line.startsWith('data: ') ? parseObject(line.slice(6)) : undefined
      if (chunk !== undefined) yield chunk
    }
  }
}
