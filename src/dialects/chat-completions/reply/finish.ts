import { foreignReason } from '../../../exchange/end-reason.js'
import type { Finish } from '../../../exchange/reply.js'

/** What a choice has, on which its finish reason depends. */
export interface ChoiceContent {
  readonly calls: boolean
  readonly refusal: boolean
  /** vLLM: the stop sequence that matched. */
  readonly stopString?: string
}

/**
 * Decodes a finish reason, of OpenAI or a compatible provider. The content of the choice is preferred to it: some providers send `stop` with
 * tool calls, or `tool_calls` without any.
 */
export function decodeFinish(native: string, content: ChoiceContent): Finish {
  const reason = native === '' ? 'stop' : foreignReason(native)
  const reported = native === '' ? {} : { native }
  if (reason === 'stop' || reason === 'tool-calls' || reason === 'stop-sequence') {
    if (content.calls) return { reason: 'tool-calls', ...reported }
    if (content.refusal) return { reason: 'refusal', ...reported }
    if (content.stopString !== undefined) return { reason: 'stop-sequence', stopSequence: content.stopString, ...reported }
    return { reason: reason === 'tool-calls' ? 'stop' : reason, ...reported }
  }
  return { reason, ...reported }
}

/**
 * Encodes a finish reason. A refusal with text is a normal end, since `message.refusal` has it. A malformed call is neither a normal end nor a
 * tool call.
 */
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
