import type { CompletionChoice, CompletionLogprobs } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { Choice, Finish, Reply, TokenLogprob } from '../../exchange/reply.js'
import type { Usage } from '../../exchange/usage.js'
import { jsonReply, type MediaReply } from '../media.js'
import { addUsage } from '../usage.js'
import type { DecodedCompletion } from './request.js'
import { defined } from '../../json/object.js'

export interface CompletionContext {
  /** The model's name where the upstream returned none. */
  readonly asked: string
  readonly now: number
  readonly newId: (prefix: string) => string
}

/** Joins the answers of all conversations, prompt by prompt, into one `text_completion`. */
export function encodeReply(replies: readonly Reply[], request: DecodedCompletion, context: CompletionContext): MediaReply {
  const answers = replies.flatMap((reply) => reply.choices)
  const choices = answers.map((choice, index) => encodeChoice(choice, index, request))
  const usage = addUsage(replies.map((reply) => reply.usage))
  const [first] = replies
  return jsonReply(
    defined({
      id: context.newId('cmpl-'),
      object: 'text_completion',
      created: first?.createdAt ?? context.now,
      model: first?.model === undefined || first.model === '' ? context.asked : first.model,
      system_fingerprint: first?.systemFingerprint,
      choices,
      usage: usage === undefined ? undefined : encodeUsage(usage),
    }),
    usage,
  )
}

function encodeChoice(choice: Choice, index: number, request: DecodedCompletion): CompletionChoice {
  const prompt = request.echo ? (request.prompts[Math.floor(index / request.count)] ?? '') : ''
  const text = choice.parts.map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : '')).join('')
  return {
    text: prompt + text,
    index,
    logprobs: request.logprobs && choice.logprobs !== undefined ? encodeLogprobs(choice.logprobs, prompt.length) : null,
    finish_reason: encodeFinish(choice.finish),
  }
}

/** The legacy format: four parallel lists. `offset` is where the text of these tokens begins. */
export function encodeLogprobs(tokens: readonly TokenLogprob[], offset: number): CompletionLogprobs {
  let at = offset
  const offsets = tokens.map(({ token }) => {
    const start = at
    at += token.length
    return start
  })
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ top }) => Object.fromEntries((top ?? []).map(({ token, logprob }) => [token, logprob]))),
    text_offset: offsets,
  }
}

export function encodeFinish({ reason }: Finish): string {
  switch (reason) {
    case 'length':
    case 'context-window':
      return 'length'
    case 'content-filter':
    case 'refusal':
    case 'malformed-call':
    case 'failed':
      return 'content_filter'
    default:
      return 'stop'
  }
}

export function encodeUsage(usage: Usage): WireObject {
  const input = usage.inputTokens ?? 0
  const output = usage.outputTokens ?? 0
  return defined({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: usage.cachedInputTokens === undefined ? undefined : { cached_tokens: usage.cachedInputTokens },
    completion_tokens_details: usage.reasoningOutputTokens === undefined ? undefined : { reasoning_tokens: usage.reasoningOutputTokens },
  })
}
