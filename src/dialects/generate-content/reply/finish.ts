import { foreignReason } from '../../../exchange/end-reason.js'
import type { Finish, FinishReason } from '../../../exchange/reply.js'
import { defined } from '../../../json/object.js'

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  // Blocked for a reason that Google does not give: a retry would end the same.
  OTHER: 'content-filter',
  IMAGE_OTHER: 'content-filter',
  NO_IMAGE: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'malformed-call',
  UNEXPECTED_TOOL_CALL: 'malformed-call',
  TOO_MANY_TOOL_CALLS: 'malformed-call',
  MALFORMED_RESPONSE: 'malformed-call',
}

const unspecified = 'FINISH_REASON_UNSPECIFIED'

/** The enum by its numbers, which come where a client has asked for `enum-encoding=int`. */
const numbers: readonly string[] = [
  unspecified,
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'OTHER',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'IMAGE_SAFETY',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_OTHER',
  'NO_IMAGE',
  'IMAGE_RECITATION',
]

/**
 * The end of a candidate (https://ai.google.dev/api/generate-content#FinishReason). With function calls the reason is still STOP, so
 * `holds.calls` decides. A candidate without a reason counts as complete where it has parts.
 */
export function decodeFinish(
  reason: string | number | undefined,
  message: string | undefined,
  holds: { readonly calls: boolean; readonly parts: boolean },
): Finish {
  const native = typeof reason === 'number' ? (numbers[reason] ?? String(reason)) : reason
  const explanation = message === undefined ? {} : { explanation: message }
  if (native === undefined || native === unspecified)
    return { reason: holds.calls ? 'tool-calls' : holds.parts ? 'stop' : 'failed', ...explanation }
  const known = (Object.hasOwn(reasons, native) ? reasons[native] : undefined) ?? foreignReason(native)
  return { reason: holds.calls ? endWithCalls(native, known) : known, native, ...explanation }
}

/** A call of an undeclared function, or one call too many, is complete too: the client decides what to do with it. */
function endWithCalls(native: string, known: FinishReason): FinishReason {
  return known === 'stop' || native === 'UNEXPECTED_TOOL_CALL' || native === 'TOO_MANY_TOOL_CALLS' ? 'tool-calls' : known
}

/** The end of a reply without candidates: `promptFeedback.blockReason` of a blocked prompt. */
export function decodeBlock(reason: string | number, message: string | undefined): Finish {
  return defined({ reason: 'content-filter', native: String(reason), explanation: message })
}

export function encodeFinish(finish: Finish): string {
  switch (finish.reason) {
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'pause':
      return 'STOP'
    case 'length':
    case 'context-window':
      return 'MAX_TOKENS'
    case 'content-filter':
      return finish.native !== undefined && Object.hasOwn(reasons, finish.native) && reasons[finish.native] === 'content-filter'
        ? finish.native
        : 'SAFETY'
    case 'refusal':
      return 'SAFETY'
    case 'malformed-call':
      return 'MALFORMED_FUNCTION_CALL'
    case 'failed':
      return 'OTHER'
  }
}
