import { failedEnd, foreignReason } from '../../../exchange/end-reason.js'
import { invalidToolCall } from '../../../exchange/reply-check.js'
import type { Finish } from '../../../exchange/reply.js'
import { defined, isObject } from '../../../json/object.js'

/** The members of a response that say how it ended. */
export interface WireFinish {
  readonly status: 'completed' | 'incomplete' | 'failed'
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

const completed: WireFinish = { status: 'completed', incomplete_details: null, error: null }
const truncated: WireFinish = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, error: null }
const filtered: WireFinish = { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, error: null }

/** `refused`: the output has a refusal, so the response is complete. */
export function encodeFinish(finish: Finish | undefined, refused: boolean): WireFinish {
  switch (finish?.reason) {
    case 'length':
    case 'context-window':
      return truncated
    case 'content-filter':
      return filtered
    case 'refusal':
      return refused ? completed : filtered
    case 'malformed-call':
      return failed(finish.explanation ?? invalidToolCall.message)
    case 'failed':
      return failed(failedEnd(finish).message)
    default:
      return completed
  }
}

function failed(message: string): WireFinish {
  return { status: 'failed', incomplete_details: null, error: { code: 'server_error', message } }
}

/** Decodes how a response ended. It is also `completed` where it has tool calls. */
export function decodeFinish(status: unknown, details: unknown, hasCalls: boolean): Finish {
  if (status === 'incomplete') {
    const reason = isObject(details) ? details['reason'] : undefined
    const native = typeof reason === 'string' ? reason : 'incomplete'
    return { reason: native === 'incomplete' ? 'length' : foreignReason(native), native }
  }
  if (status === undefined || status === null || status === 'completed') return { reason: hasCalls ? 'tool-calls' : 'stop' }
  return defined({ reason: 'failed', native: typeof status === 'string' ? status : undefined })
}
