import { clientDialects, upstreamDialects } from '../../src/dialects/registry.js'
import type { ReplyContext } from '../../src/exchange/context.js'
import type { ChatDialect } from '../../src/exchange/dialect-name.js'
import { GatewayFailure, type GatewayError } from '../../src/exchange/error.js'
import { LossLedger } from '../../src/exchange/ledger.js'
import type { Part } from '../../src/exchange/part.js'
import type { Finish, FinishReason, Reply, TokenLogprob } from '../../src/exchange/reply.js'
import { checkReply } from '../../src/exchange/reply-check.js'
import { StreamCheck } from '../../src/exchange/stream-check.js'
import type { StreamPart } from '../../src/exchange/stream-part.js'
import type { Usage } from '../../src/exchange/usage.js'
import { readEvents } from '../contract/event-stream.js'
import { schemasOf } from '../contract/documents.js'
import { counter } from './conversion.js'
import { canonical, parsed, type Json, type JsonObject } from './json.js'
import type { StreamedReply } from './replies.js'
import type { Upstream } from './pairs.js'

export interface ReplyViolation {
  readonly kind: 'invalid reply' | 'invalid event' | 'changed' | 'changed in the stream' | 'crash' | 'broken stream looks finished'
  readonly detail: string
}

export const replySchemas = {
  'chat-completions': { reply: 'ChatCompletion', event: 'ChatStreamFrame' },
  messages: { reply: 'MessagesMessage', event: 'MessagesStreamEvent' },
  responses: { reply: 'ResponsesResponse', event: 'ResponsesStreamEvent' },
  'generate-content': { reply: 'GeminiGenerateContentResponse', event: 'GeminiStreamChunk' },
  'cohere-chat': { reply: 'CohereChatReply', event: 'CohereStreamEvent' },
} as const

/** A small request of each style, which the replies answer. */
const questions: Readonly<Record<ChatDialect, JsonObject>> = {
  'chat-completions': { model: 'm-1', messages: [{ role: 'user', content: 'Hi.' }], stream_options: { include_usage: true } },
  messages: { model: 'm-1', max_tokens: 100, messages: [{ role: 'user', content: 'Hi.' }] },
  responses: { model: 'm-1', input: 'Hi.', store: false },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] },
}

export function replyContext(client: ChatDialect, upstream: Upstream, stream = false, wire = questions[client]): ReplyContext {
  const ledger = new LossLedger()
  const newId = counter()
  const request = clientDialects[client].decodeRequest(wire, { ledger, model: 'm-1', stream })
  return { request, wireRequest: wire, upstreamDialect: upstream, now: 1_700_000_001, newId, ledger }
}

/** Checks that a client of the style reads the same reply as the upstream sent, and that every event is valid. */
export function examineReply(client: ChatDialect, upstream: Upstream, { reply, batches }: StreamedReply): ReplyViolation[] {
  try {
    return [
      ...examineWhole(client, upstream, reply),
      ...examineStream(client, upstream, reply, batches),
      ...examineBroken(client, upstream, batches),
    ]
  } catch (error) {
    return [{ kind: 'crash', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }]
  }
}

export function invalidReply(client: ChatDialect, wire: unknown): ReplyViolation[] {
  const problem = schemasOf(client).component(replySchemas[client].reply)(JSON.parse(JSON.stringify(wire)))
  return problem === undefined ? [] : [{ kind: 'invalid reply', detail: `${problem.pointer}: ${problem.message}` }]
}

function examineWhole(client: ChatDialect, upstream: Upstream, reply: Reply): ReplyViolation[] {
  const context = replyContext(client, upstream)
  const wire = answerOf(client, reply, context)
  if (wire === undefined) return mayBecomeError(reply) ? [] : [{ kind: 'changed', detail: 'became an error' }]
  const read = clientDialects[client].decodeReply(wire, decodeContext(context))
  return [...invalidReply(client, wire), ...differences('changed', client, reply, read)]
}

/** Whether the reply may become an error: an unusable tool call where the style cannot express it, a cut-off answer in every style. */
function mayBecomeError({ choices }: Reply): boolean {
  const reason = choices[0]?.finish.reason
  return reason === 'malformed-call' || reason === 'failed'
}

function answerOf(client: ChatDialect, reply: Reply, context: ReplyContext): JsonObject | undefined {
  try {
    const wire = JSON.parse(JSON.stringify(clientDialects[client].encodeReply(checkReply(reply), context))) as JsonObject
    clientDialects[client].decodeReply(wire, decodeContext(context))
    return wire
  } catch (failure) {
    if (failure instanceof GatewayFailure) return undefined
    throw failure
  }
}

export function decodeContext(context: ReplyContext) {
  return { newId: context.newId, traits: {}, ledger: new LossLedger(), request: context.request }
}

/** Validates every event of a stream. */
export function invalidEvents(client: ChatDialect, text: string): ReplyViolation[] {
  const validate = schemasOf(client).component(replySchemas[client].event)
  return readEvents(text).flatMap(({ event, data }): ReplyViolation[] => {
    if (data === '[DONE]') return []
    const value = parsed(data)
    const problem = value === undefined ? { pointer: '', message: 'is no JSON' } : validate(value)
    return problem === undefined
      ? []
      : [{ kind: 'invalid event', detail: `${event ?? ''} ${problem.pointer}: ${problem.message}: ${data.slice(0, 300)}` }]
  })
}

export function encodeStream(client: ChatDialect, context: ReplyContext, batches: readonly (readonly StreamPart[])[]): string {
  const check = new StreamCheck()
  const encoder = clientDialects[client].createStreamEncoder(context, { framing: 'sse', requestId: 'req_1' })
  return batches.map((batch) => encoder.write(check.check(batch))).join('')
}

function examineStream(client: ChatDialect, upstream: Upstream, reply: Reply, batches: StreamedReply['batches']): ReplyViolation[] {
  const context = replyContext(client, upstream, true)
  const text = encodeStream(client, context, batches)
  const { read, error } = readStream(client, text, context)
  if (read === undefined && mayBecomeError(reply)) return invalidEvents(client, text)
  if (read === undefined)
    return [
      ...invalidEvents(client, text),
      { kind: 'changed in the stream', detail: `a good stream reads as broken: ${error?.message ?? ''}` },
    ]
  return [...invalidEvents(client, text), ...differences('changed in the stream', client, reply, read)]
}

function examineBroken(client: ChatDialect, upstream: Upstream, batches: StreamedReply['batches']): ReplyViolation[] {
  const parts = batches.flat()
  const cut = parts
    .slice(0, Math.max(1, Math.floor((parts.length - 2) * 0.6)))
    .filter(({ type }) => type !== 'choice-end' && type !== 'reply-end')
  const context = replyContext(client, upstream, true)
  const error: GatewayError = { kind: 'upstream_disconnected', message: 'The provider broke off.' }
  const text = encodeStream(client, context, [...cut.map((part) => [part]), [{ type: 'error', error }], [{ type: 'reply-end' }]])
  const violations = invalidEvents(client, text)
  if (readStream(client, text, context).read !== undefined)
    violations.push({ kind: 'broken stream looks finished', detail: text.slice(-300) })
  return violations
}

/** Reads a stream of a client's style as that style's own decoder does. */
export function readStream(
  client: ChatDialect,
  text: string,
  context: ReplyContext,
): { readonly read?: Reply; readonly error?: GatewayError } {
  const decoder = upstreamDialects[client].createStreamDecoder(decodeContext(context))
  const parts = [
    ...readEvents(text).flatMap(({ event, data }) => decoder.push({ ...(event === undefined ? {} : { event }), data })),
    ...decoder.end(),
  ]
  return collected(parts)
}

/** Joins the parts of a stream into a reply. */
export function collected(parts: readonly StreamPart[]): { readonly read?: Reply; readonly error?: GatewayError } {
  const open = new Map<number, Writable<Part>>()
  const logprobs: TokenLogprob[] = []
  let finish: Finish = { reason: 'failed' }
  let usage: Usage | undefined
  let ended = false
  for (const part of parts) {
    switch (part.type) {
      case 'text-start':
        open.set(part.part, { type: 'text', text: '', at: '' })
        break
      case 'reasoning-start':
        open.set(part.part, { type: 'reasoning', text: '', at: '' })
        break
      case 'refusal-start':
        open.set(part.part, { type: 'refusal', text: '', at: '' })
        break
      case 'tool-call-start':
        open.set(part.part, { type: 'tool-call', id: part.id, name: part.name, kind: part.kind, input: '', at: '' })
        break
      case 'text-delta':
      case 'reasoning-delta':
      case 'refusal-delta': {
        const grown = open.get(part.part)
        if (grown !== undefined && 'text' in grown) grown.text += part.text
        if (part.type === 'text-delta') logprobs.push(...(part.logprobs ?? []))
        break
      }
      case 'tool-call-delta': {
        const grown = open.get(part.part)
        if (grown?.type === 'tool-call') grown.input += part.input
        break
      }
      case 'citation': {
        const cited = open.get(part.part)
        if (cited?.type === 'text') cited.citations = [...(cited.citations ?? []), part.citation]
        break
      }
      case 'text-end':
      case 'reasoning-end':
      case 'tool-call-end': {
        const signed = open.get(part.part)
        if (part.proof !== undefined && (signed?.type === 'text' || signed?.type === 'reasoning' || signed?.type === 'tool-call'))
          signed.proof = part.proof
        break
      }
      case 'media':
        open.set(part.part, part.media)
        break
      case 'audio-delta': {
        const before = open.get(part.part)
        const data = (before?.type === 'media' && before.source.type === 'base64' ? before.source.data : '') + (part.data ?? '')
        open.set(part.part, { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data }, at: '' })
        break
      }
      case 'usage':
        usage = { ...usage, ...part.usage }
        break
      case 'choice-end':
        finish = part.finish
        break
      case 'reply-end':
        ended = true
        break
      case 'error':
        return { error: part.error }
      default:
    }
  }
  if (!ended) return {}
  const choice = { index: 0, parts: [...open.values()], finish, ...(logprobs.length === 0 ? {} : { logprobs }) }
  return { read: { id: '', model: '', choices: [choice], ...(usage === undefined ? {} : { usage }) } }
}

type Writable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never

interface Reading {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly Json[]
  readonly finish: string
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cached: number | undefined
}

function reading({ choices, usage }: Reply): Reading {
  const [choice] = choices
  const parts = choice?.parts ?? []
  const textOf = (type: 'text' | 'reasoning' | 'refusal'): string => parts.map((part) => (part.type === type ? part.text : '')).join('')
  return {
    text: textOf('text') + textOf('refusal'),
    reasoning: textOf('reasoning'),
    calls: parts.flatMap((part): Json[] =>
      part.type === 'tool-call' ? [{ id: part.id, name: part.name, input: parsed(part.input) ?? part.input }] : [],
    ),
    finish: finishes[choice?.finish.reason ?? 'failed'],
    input: usage?.inputTokens,
    output: usage?.outputTokens,
    cached: usage?.cachedInputTokens === 0 ? undefined : usage?.cachedInputTokens,
  }
}

/** Finish reasons that some style does not distinguish. An unusable tool call never looks like a normal end. */
const finishes: Readonly<Record<FinishReason, string>> = {
  stop: 'end',
  'stop-sequence': 'end',
  pause: 'end',
  length: 'limit',
  'context-window': 'limit',
  'content-filter': 'filtered',
  refusal: 'filtered',
  'malformed-call': 'filtered',
  failed: 'filtered',
  'tool-calls': 'calls',
}

function differences(kind: ReplyViolation['kind'], client: ChatDialect, said: Reply, read: Reply): ReplyViolation[] {
  const [before, after] = [reading(said), reading(read)]
  const unusable = said.choices[0]?.finish.reason === 'malformed-call'
  if (said.choices[0]?.finish.reason === 'failed') return [{ kind, detail: `${client}: a failure became an answer` }]
  return (Object.keys(before) as (keyof Reading)[]).flatMap((name): ReplyViolation[] => {
    if (canonical(before[name]) === canonical(after[name])) return []
    // Where a style has no refusals, one becomes a text with a normal end.
    if (name === 'finish' && said.choices[0]?.parts.some(({ type }) => type === 'refusal')) return []
    if (name === 'finish' && unusable && after.finish !== 'calls') return []
    if ((name === 'input' || name === 'output') && said.usage === undefined) return []
    return [{ kind, detail: `${client} ${name}: ${canonical(before[name])} became ${canonical(after[name])}` }]
  })
}

/** Checks a reply that the upstream's document allows: the client's reply must be valid, or an error of the upstream. */
export function examineWire(client: ChatDialect, upstream: Upstream, wire: Json): ReplyViolation[] {
  const context = replyContext(client, upstream)
  let reply: Reply
  try {
    reply = upstreamDialects[upstream].decodeReply(wire, decodeContext(context))
  } catch (error) {
    if (error instanceof GatewayFailure) return []
    return [{ kind: 'crash', detail: `decodeReply: ${error instanceof Error ? (error.stack ?? '') : String(error)}` }]
  }
  try {
    return invalidReply(client, clientDialects[client].encodeReply(checkReply(reply), context))
  } catch (error) {
    if (error instanceof GatewayFailure && error.error.kind === 'upstream_invalid') return []
    return [{ kind: 'crash', detail: `encodeReply: ${error instanceof Error ? (error.stack ?? '') : String(error)}` }]
  }
}

/** Checks valid events of an upstream in any order: the client's events must be valid, and nothing may crash. */
export function examineEvents(client: ChatDialect, upstream: Upstream, events: readonly Json[]): ReplyViolation[] {
  const context = replyContext(client, upstream, true)
  try {
    const decoder = upstreamDialects[upstream].createStreamDecoder(decodeContext(context))
    const batches = events.map((event) => decoder.push(frameOf(upstream, event)))
    return invalidEvents(client, encodeStream(client, context, [...batches, decoder.end()]))
  } catch (error) {
    return [{ kind: 'crash', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }]
  }
}

function frameOf(upstream: Upstream, event: Json): { readonly event?: string; readonly data: string } {
  const type = typeof event === 'object' && event !== null && !Array.isArray(event) ? event['type'] : undefined
  const named = upstream !== 'chat-completions' && upstream !== 'generate-content' && typeof type === 'string'
  return { ...(named ? { event: type } : {}), data: JSON.stringify(event) }
}
