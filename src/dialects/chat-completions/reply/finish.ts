import type { Finish, FinishReason } from '../../../exchange/reply.js'

/** The words of OpenAI and of the compatible providers. */
const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop-sequence',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'context-window',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
}

export interface Seen {
  readonly calls: boolean
  readonly refusal: boolean
  /** vLLM: the stop string that matched. */
  readonly stopString?: string
}

/** Why a choice ended. What it holds outweighs a provider's word: `stop` is said beside calls, `tool_calls` without any. */
export function decodeFinish(native: string, seen: Seen): Finish {
  const reason = reasons[native] ?? (native === '' ? 'stop' : 'other')
  const word = native === '' ? {} : { native }
  if (reason === 'stop' || reason === 'tool-calls' || reason === 'stop-sequence') {
    if (seen.calls) return { reason: 'tool-calls', ...word }
    if (seen.refusal) return { reason: 'refusal', ...word }
    if (seen.stopString !== undefined) return { reason: 'stop-sequence', stopSequence: seen.stopString, ...word }
    return { reason: reason === 'tool-calls' ? 'stop' : reason, ...word }
  }
  return { reason, ...word }
}

/** `refusal` with its words is an ordinary end here (`message.refusal`); a call that cannot be used never looks like an end or a call. */
export function encodeFinish(finish: Finish, seen: Seen): string {
  switch (finish.reason) {
    case 'length':
    case 'context-window':
      return 'length'
    case 'content-filter':
    case 'malformed-call':
      return 'content_filter'
    case 'refusal':
      return seen.refusal ? 'stop' : 'content_filter'
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'pause':
    case 'other':
      return seen.calls ? 'tool_calls' : 'stop'
  }
}
