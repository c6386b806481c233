import { clientDialects, upstreamDialects } from '../../../src/dialects/registry.js'
import type { ReplyContext } from '../../../src/exchange/context.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { GatewayFailure } from '../../../src/exchange/error.js'
import type { Reply } from '../../../src/exchange/reply.js'
import { readEvents } from '../../contract/event-stream.js'
import { Draw } from '../draw.js'
import { canonical, isJsonObject, objectsIn, type Json, type JsonObject } from '../json.js'
import type { Upstream } from '../pairs.js'
import { collected, decodeContext, encodeStream, invalidEvents, invalidReply, readStream, replyContext } from '../reply-fidelity.js'
import { pieces } from '../replies.js'
import { none, type Cell } from './cells.js'
import type { ReplyFeature } from './reply-features.js'

export function plainCell(feature: ReplyFeature, client: ChatDialect, upstream: Upstream): Cell {
  const said = wholeFrom(feature, upstream)
  if (said === undefined) return none
  const context = contextFor(client, upstream)
  try {
    const wire = JSON.parse(JSON.stringify(clientDialects[client].encodeReply(said, context))) as JsonObject
    const invalid = invalidReply(client, wire)
    if (invalid.length > 0) return `failed: ${invalid.map(({ detail }) => detail).join('; ')}`
    return compared(feature, said, clientDialects[client].decodeReply(wire, decodeContext(context)), context)
  } catch (failure) {
    return asCell(failure)
  }
}

export function streamedCell(feature: ReplyFeature, client: ChatDialect, upstream: Upstream): Cell {
  const said = streamFrom(feature, upstream)
  if (said === undefined) return none
  const context = contextFor(client, upstream)
  try {
    const text = encodeStream(client, context, said.batches)
    const invalid = invalidEvents(client, text)
    if (invalid.length > 0) return `failed: ${invalid.map(({ detail }) => detail).join('; ')}`
    const { read, error } = readStream(client, text, context)
    if (read === undefined) return `refused: becomes an error, ${error?.message ?? 'the stream breaks off'}`
    return compared(feature, said.reply, read, context)
  } catch (failure) {
    return asCell(failure)
  }
}

function asCell(failure: unknown): Cell {
  if (failure instanceof GatewayFailure) return `refused: becomes an error, ${failure.error.message}`
  throw failure
}

function compared(feature: ReplyFeature, said: Reply, read: Reply, { ledger }: ReplyContext): Cell {
  const [before, after] = [canonical(feature.same(said)), canonical(feature.same(read))]
  const lost = ledger.losses.filter(({ side }) => side === 'reply').map(({ why }) => why.replaceAll(';', ','))
  if (before === after) return lost.length === 0 ? 'exact' : `lossy: ${lost.join('; ')}`
  return `lossy: ${[...lost, `read as ${after.slice(0, 120).replaceAll(';', ',')}`].join('; ')}`
}

/** The request has the documents that citations refer to by index. */
function contextFor(client: ChatDialect, upstream: Upstream): ReplyContext {
  return replyContext(client, upstream, true)
}

/** The reply as the gateway reads it from this upstream; `undefined` where the upstream's style cannot express it. */
function wholeFrom(feature: ReplyFeature, upstream: Upstream): Reply | undefined {
  if (upstream === 'cohere-chat')
    return feature.cohere === undefined
      ? undefined
      : upstreamDialects[upstream].decodeReply(feature.cohere, decodeContext(contextFor('chat-completions', upstream)))
  const meant = feature.reply(upstream)
  if (meant === undefined) return undefined
  const context = contextFor(upstream, upstream)
  try {
    const wire: unknown = JSON.parse(JSON.stringify(clientDialects[upstream].encodeReply(meant, context)))
    const read = upstreamDialects[upstream].decodeReply(wire, decodeContext(context))
    return canonical(feature.same(meant)) === canonical(feature.same(read)) ? read : undefined
  } catch (failure) {
    if (failure instanceof GatewayFailure) return undefined
    throw failure
  }
}

interface Streamed {
  readonly reply: Reply
  readonly batches: ReturnType<ReturnType<(typeof upstreamDialects)[Upstream]['createStreamDecoder']>['push']>[]
}

function streamFrom(feature: ReplyFeature, upstream: Upstream): Streamed | undefined {
  const text = upstream === 'cohere-chat' ? cohereStream(feature) : nativeStream(feature, upstream)
  if (text === undefined) return undefined
  const decoder = upstreamDialects[upstream].createStreamDecoder(
    decodeContext(contextFor(upstream === 'cohere-chat' ? 'chat-completions' : upstream, upstream)),
  )
  const batches = readEvents(text).map(({ event, data }) => decoder.push({ ...(event === undefined ? {} : { event }), data }))
  batches.push(decoder.end())
  const { read } = collected(batches.flat())
  if (read === undefined) return undefined
  const meant = feature.reply(upstream)
  const fits = upstream === 'cohere-chat' || (meant !== undefined && canonical(feature.same(meant)) === canonical(feature.same(read)))
  return fits ? { reply: read, batches } : undefined
}

function nativeStream(feature: ReplyFeature, upstream: ChatDialect): string | undefined {
  const meant = feature.reply(upstream)
  if (meant === undefined) return undefined
  const context = contextFor(upstream, upstream)
  return encodeStream(
    upstream,
    context,
    pieces(new Draw(() => 0.5), meant).map((part) => [part]),
  )
}

/** The events of a Cohere stream with the same content as a plain reply. */
function cohereStream({ cohere }: ReplyFeature): string | undefined {
  if (cohere === undefined || 'logprobs' in cohere) return undefined
  const wire = JSON.parse(JSON.stringify(cohere)) as JsonObject
  const message = isJsonObject(wire['message']) ? wire['message'] : {}
  const events: JsonObject[] = [
    {
      type: 'message-start',
      id: 'c-1',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    },
  ]
  objectsIn(message['content']).forEach((part, index) => {
    const kind = part['type'] === 'thinking' ? 'thinking' : 'text'
    events.push({ type: 'content-start', index, delta: { message: { content: { type: kind, [kind]: '' } } } })
    events.push({ type: 'content-delta', index, delta: { message: { content: { [kind]: part[kind] ?? '' } } } })
    objectsIn(message['citations']).forEach((citation, number) => {
      if (kind === 'text')
        events.push(
          { type: 'citation-start', index: number, delta: { message: { citations: citation } } },
          { type: 'citation-end', index: number },
        )
    })
    events.push({ type: 'content-end', index })
  })
  objectsIn(message['tool_calls']).forEach((call, index) => {
    const called = isJsonObject(call['function']) ? call['function'] : {}
    events.push({
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: { ...call, function: { name: called['name'] ?? '', arguments: '' } } } },
    })
    events.push({
      type: 'tool-call-delta',
      index,
      delta: { message: { tool_calls: { function: { arguments: called['arguments'] ?? '' } } } },
    })
    events.push({ type: 'tool-call-end', index })
  })
  events.push({ type: 'message-end', delta: { finish_reason: wire['finish_reason'] ?? 'COMPLETE', usage: wire['usage'] ?? {} } })
  return events.map((event: Json) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
