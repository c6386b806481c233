import { foreignReason } from '../../../exchange/end-reason.js'
import type { Finish } from '../../../exchange/reply.js'

export interface ChoiceContent {
  readonly calls: boolean
  readonly refusal: boolean
  /** vLLM: the stop string that matched. */
  readonly stopString?: string
}

/** Why a choice ended; compatible providers have words of their own. What it holds outweighs a provider's word: `stop` is said beside calls, `tool_calls` without any. */
export function decodeFinish(native: string, content: ChoiceContent): Finish {
  const reason = native === '' ? 'stop' : foreignReason(native)
  const word = native === '' ? {} : { native }
  if (reason === 'stop' || reason === 'tool-calls' || reason === 'stop-sequence') {
    if (content.calls) return { reason: 'tool-calls', ...word }
    if (content.refusal) return { reason: 'refusal', ...word }
    if (content.stopString !== undefined) return { reason: 'stop-sequence', stopSequence: content.stopString, ...word }
    return { reason: reason === 'tool-calls' ? 'stop' : reason, ...word }
  }
  return { reason, ...word }
}

/** `refusal` with its words is an ordinary end here (`message.refusal`); a call that cannot be used never looks like an end or a call. */
export function encodeFinish(finish: Finish, content: ChoiceContent): string {
  switch (finish.reason) {
    case 'length':
    case 'context-window':
      return 'length'
    case 'content-filter':
    case 'malformed-call':
    case 'failed':
      return 'content_filter'
    case 'refusal':
      return content.refusal ? 'stop' : 'content_filter'
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'pause':
      return content.calls ? 'tool_calls' : 'stop'
  }
}
