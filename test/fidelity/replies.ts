// Replies in the neutral model, as the decoder of an upstream dialect returns them, plain or streamed.
import type fc from 'fast-check'
import type { Citation, Part } from '../../src/exchange/part.js'
import type { Proof } from '../../src/exchange/proof.js'
import type { Choice, Finish, FinishReason, Reply, TokenLogprob } from '../../src/exchange/reply.js'
import type { StreamPart } from '../../src/exchange/stream-part.js'
import type { Usage } from '../../src/exchange/usage.js'
import { drawn, type Draw } from './draw.js'
import { base64, httpAddress } from './meanings.js'
import type { Upstream } from './pairs.js'

export interface StreamedReply {
  readonly reply: Reply
  /** The same in pieces, batch by batch. */
  readonly batches: readonly (readonly StreamPart[])[]
}

export function repliesFrom(upstream: Upstream): fc.Arbitrary<StreamedReply> {
  return drawn((draw) => {
    const reply = replyOf(draw, upstream)
    return { reply, batches: inBatches(draw, pieces(draw, reply)) }
  })
}

const proofKinds: Readonly<Record<Upstream, readonly Proof['kind'][]>> = {
  'chat-completions': ['details'],
  messages: ['signature', 'redacted'],
  responses: ['encrypted'],
  'generate-content': ['thought-signature'],
  'cohere-chat': [],
}

function replyOf(draw: Draw, upstream: Upstream): Reply {
  const parts = partsOf(draw, upstream)
  const calls = parts.some(({ type }) => type === 'tool-call')
  const refused = parts.some(({ type }) => type === 'refusal')
  const text = parts.find((part) => part.type === 'text')
  const logprobs = text?.type === 'text' && draw.chance(0.15) ? [logprob(draw, text.text)] : undefined
  const choice: Choice = { index: 0, parts, finish: finishOf(draw, calls, refused), ...(logprobs === undefined ? {} : { logprobs }) }
  return {
    id: draw.chance(0.9) ? `reply_${draw.marker()}` : '',
    model: draw.chance(0.9) ? 'up-model' : '',
    ...(draw.chance(0.7) ? { createdAt: 1_700_000_000 } : {}),
    choices: [choice],
    ...(draw.chance(0.9) ? { usage: usageOf(draw) } : {}),
    ...(draw.chance(0.1) ? { serviceTier: 'default' } : {}),
    ...(draw.chance(0.1) ? { systemFingerprint: `fp_${draw.marker()}` } : {}),
  }
}

function partsOf(draw: Draw, upstream: Upstream): Part[] {
  const parts: Part[] = []
  if (draw.chance(0.4)) parts.push(reasoning(draw, upstream))
  const texts = draw.weighted([
    [6, 1],
    [2, 0],
    [1, 2],
  ] as const)
  for (let index = 0; index < texts; index++) parts.push(textPart(draw))
  if (draw.chance(0.05)) parts.push({ type: 'refusal', text: draw.text(), at: '' })
  if (draw.chance(0.05))
    parts.push({ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: base64(draw) }, at: '' })
  const calls = draw.weighted([
    [5, 0],
    [3, 1],
    [2, 2],
    [1, 3],
  ] as const)
  for (let index = 0; index < calls; index++) {
    const proof = upstream === 'generate-content' && draw.chance(0.5) ? { proof: signed(draw, upstream, 'thought-signature') } : {}
    const input = draw.chance(0.2) ? '{}' : JSON.stringify({ [draw.marker()]: draw.text(), n: draw.number() })
    parts.push({ type: 'tool-call', id: `call_${draw.marker()}`, name: `tool_${draw.marker()}`, kind: 'function', input, at: '', ...proof })
  }
  if (draw.chance(0.04))
    parts.push({ type: 'opaque', dialect: upstream, label: 'made_up_call', value: { type: 'made_up_call', id: draw.marker() }, at: '' })
  return parts
}

function reasoning(draw: Draw, upstream: Upstream): Part {
  const kinds = proofKinds[upstream]
  const kind = kinds.length > 0 && draw.chance(0.7) ? draw.pick(kinds) : undefined
  const text = kind === 'redacted' || (kind !== undefined && draw.chance(0.2)) ? '' : draw.text()
  return { type: 'reasoning', text, at: '', ...(kind === undefined ? {} : { proof: signed(draw, upstream, kind) }) }
}

function signed(draw: Draw, dialect: Upstream, kind: Proof['kind']): Proof {
  const value = kind === 'details' ? JSON.stringify([{ type: 'reasoning.encrypted', data: base64(draw) }]) : base64(draw)
  return { dialect, kind, value, ...(kind === 'encrypted' ? { itemId: `rs_${draw.marker()}` } : {}) }
}

function textPart(draw: Draw): Part {
  const text = draw.text()
  if (!draw.chance(0.15)) return { type: 'text', text, at: '' }
  const citation: Citation = draw.chance(0.7)
    ? { type: 'url', url: httpAddress(draw), title: draw.text(), start: 0, end: text.length, citedText: text }
    : { type: 'document', title: draw.text(), documentIndex: draw.below(3), citedText: text, start: 0, end: text.length }
  return { type: 'text', text, at: '', citations: [citation] }
}

function finishOf(draw: Draw, calls: boolean, refused: boolean): Finish {
  if (calls) return { reason: 'tool-calls' }
  if (refused) return { reason: 'refusal' }
  const reason = draw.pick<FinishReason>([
    'stop',
    'stop',
    'length',
    'stop-sequence',
    'context-window',
    'content-filter',
    'refusal',
    'pause',
    'malformed-call',
    'failed',
  ])
  return {
    reason,
    ...(reason === 'stop-sequence' ? { stopSequence: draw.marker() } : {}),
    ...(draw.chance(0.2) ? { explanation: draw.text(), native: 'WORD' } : {}),
  }
}

function usageOf(draw: Draw): Usage {
  const cached = draw.below(50)
  const written = draw.below(50)
  const thought = draw.below(50)
  return {
    inputTokens: 1000 + cached + written + draw.below(1000),
    outputTokens: 500 + thought + draw.below(500),
    ...(draw.chance(0.5) ? { cachedInputTokens: cached } : {}),
    ...(draw.chance(0.3) ? { cacheWriteInputTokens: written } : {}),
    ...(draw.chance(0.4) ? { reasoningOutputTokens: thought } : {}),
    ...(draw.chance(0.05) ? { audioInputTokens: 3, audioOutputTokens: 4 } : {}),
  }
}

function logprob(draw: Draw, token: string): TokenLogprob {
  const bytes = [...Buffer.from(token)]
  return { token, logprob: -0.5, bytes, top: draw.chance(0.5) ? [{ token, logprob: -0.5, bytes }] : [] }
}

/** The reply as a stream: parallel calls may interleave, and usage may come before or after the end of the choice. */
export function pieces(draw: Draw, reply: Reply): StreamPart[] {
  const [choice] = reply.choices
  if (choice === undefined) return []
  const start: StreamPart = {
    type: 'reply-start',
    id: reply.id,
    model: reply.model,
    ...(reply.createdAt === undefined ? {} : { createdAt: reply.createdAt }),
    ...(reply.serviceTier === undefined ? {} : { serviceTier: reply.serviceTier }),
    ...(reply.systemFingerprint === undefined ? {} : { systemFingerprint: reply.systemFingerprint }),
  }
  const runs = choice.parts.map((part, number) => piecesOf(draw, part, number, choice))
  const calls = choice.parts.flatMap((part, number) => (part.type === 'tool-call' ? [runs[number] ?? []] : []))
  const others = choice.parts.flatMap((part, number) => (part.type === 'tool-call' ? [] : (runs[number] ?? [])))
  const usage: StreamPart[] = reply.usage === undefined ? [] : [{ type: 'usage', usage: reply.usage }]
  const end: StreamPart = { type: 'choice-end', choice: 0, finish: choice.finish }
  const tail = draw.chance(0.5) ? [end, ...usage] : [...usage, end]
  return [start, ...others, ...(draw.chance(0.4) ? interleaved(draw, calls) : calls.flat()), ...tail, { type: 'reply-end' }]
}

function piecesOf(draw: Draw, source: Part, part: number, { logprobs }: Choice): StreamPart[] {
  const place = { choice: 0, part }
  switch (source.type) {
    case 'text':
      return [
        { type: 'text-start', ...place },
        ...(logprobs === undefined ? cut(draw, source.text) : [source.text]).map((text): StreamPart => ({
          type: 'text-delta',
          ...place,
          text,
          ...(logprobs === undefined ? {} : { logprobs }),
        })),
        ...(source.citations ?? []).map((citation): StreamPart => ({ type: 'citation', ...place, citation })),
        { type: 'text-end', ...place, ...(source.proof === undefined ? {} : { proof: source.proof }) },
      ]
    case 'reasoning':
      return [
        { type: 'reasoning-start', ...place },
        ...cut(draw, source.text).map((text): StreamPart => ({ type: 'reasoning-delta', ...place, text })),
        { type: 'reasoning-end', ...place, ...(source.proof === undefined ? {} : { proof: source.proof }) },
      ]
    case 'refusal':
      return [
        { type: 'refusal-start', ...place },
        ...cut(draw, source.text).map((text): StreamPart => ({ type: 'refusal-delta', ...place, text })),
        { type: 'refusal-end', ...place },
      ]
    case 'tool-call':
      return [
        { type: 'tool-call-start', ...place, id: source.id, name: source.name, kind: source.kind },
        ...cut(draw, source.input).map((input): StreamPart => ({ type: 'tool-call-delta', ...place, input })),
        { type: 'tool-call-end', ...place, ...(source.proof === undefined ? {} : { proof: source.proof }) },
      ]
    case 'media':
      return [{ type: 'media', ...place, media: source }]
    case 'opaque':
      return [{ type: 'opaque', ...place, value: source }]
    default:
      return []
  }
}

/** A text in pieces, never inside a character. */
function cut(draw: Draw, text: string): string[] {
  const characters = Array.from(text)
  const result: string[] = []
  while (characters.length > 0) result.push(characters.splice(0, draw.between(1, 12)).join(''))
  return result
}

function interleaved(draw: Draw, runs: readonly (readonly StreamPart[])[]): StreamPart[] {
  const waiting = runs.map((run) => [...run]).filter((run) => run.length > 0)
  const result: StreamPart[] = []
  // Tool calls begin in the order of their numbers.
  for (const run of waiting) result.push(...run.splice(0, 1))
  while (waiting.some((run) => run.length > 0)) result.push(...draw.pick(waiting.filter((run) => run.length > 0)).splice(0, 1))
  return result
}

function inBatches(draw: Draw, parts: readonly StreamPart[]): StreamPart[][] {
  const batches: StreamPart[][] = []
  for (let from = 0; from < parts.length;) {
    const count = draw.between(0, 4)
    batches.push(parts.slice(from, from + count))
    from += count
  }
  return batches
}
