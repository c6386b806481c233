/** Token counts of one answer. */
export interface LocalUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** The members that all chunks of one answer share. `created`: seconds since the epoch. */
export interface ReplyHead {
  readonly id: string
  readonly created: number
  readonly model: string
}

type FinishReason = 'stop' | 'length'

const usageOf = ({ inputTokens, outputTokens }: LocalUsage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})

/** A plain chat completion. */
export function chatCompletion(head: ReplyHead, text: string, finishReason: FinishReason, usage: LocalUsage): string {
  return JSON.stringify({
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: finishReason }],
    usage: usageOf(usage),
  })
}

function frame(head: ReplyHead, choices: readonly unknown[], usage?: LocalUsage): string {
  const chunk = { id: head.id, object: 'chat.completion.chunk', created: head.created, model: head.model, choices }
  return `data: ${JSON.stringify(usage === undefined ? chunk : { ...chunk, usage: usageOf(usage) })}\n\n`
}

export function startFrame(head: ReplyHead): string {
  return frame(head, [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }])
}

export function textFrame(head: ReplyHead, text: string): string {
  return frame(head, [{ index: 0, delta: { content: text }, logprobs: null, finish_reason: null }])
}

/** The last frames: finish reason, usage where it was asked for, the terminator. */
export function endFrames(head: ReplyHead, finishReason: FinishReason, usage: LocalUsage | undefined): string {
  const finish = frame(head, [{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason }])
  return `${finish}${usage === undefined ? '' : frame(head, [], usage)}data: [DONE]\n\n`
}

/** The error object of OpenAI's APIs. */
export function errorBody(message: string, type: string, code: string | null, param: string | null = null): string {
  return JSON.stringify({ error: { message, type, param, code } })
}
