import { foreignReason } from '../../../exchange/end-reason.js'
import type { Finish } from '../../../exchange/reply.js'

export interface Seen {
  readonly calls: boolean
  readonly refusal: boolean
  /** vLLM: the stop string that matched. */
  readonly stopString?: string
}

/** Why a choice ended; compatible providers have words of their own. What it holds outweighs a provider's word: `stop` is said beside calls, `tool_calls` without any. */
export function decodeFinish(native: string, seen: Seen): Finish {
  const reason = native === '' ? 'stop' : foreignReason(native)
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
    case 'failed':
      return 'content_filter'
    case 'refusal':
      return seen.refusal ? 'stop' : 'content_filter'
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'pause':
      return seen.calls ? 'tool_calls' : 'stop'
  }
}
