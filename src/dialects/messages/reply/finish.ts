import type { MessagesStopDetails } from '../../../../generated/messages/model/index.js'
import { failedEnd, foreignReason } from '../../../exchange/end-reason.js'
import type { GatewayError } from '../../../exchange/error.js'
import { invalidToolCall } from '../../../exchange/reply-check.js'
import type { Finish, FinishReason } from '../../../exchange/reply.js'
import { defined, isObject } from '../../../json/object.js'

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['max_tokens', 'length'],
  ['stop_sequence', 'stop-sequence'],
  ['tool_use', 'tool-calls'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context-window'],
  ['compaction', 'pause'],
])

export function decodeFinish(reason: unknown, sequence: unknown, details: unknown): Finish {
  const native = typeof reason === 'string' ? reason : undefined
  const explanation = isObject(details) ? (details['explanation'] ?? details['category']) : undefined
  return defined({
    reason: native === undefined ? 'stop' : (reasons.get(native) ?? foreignReason(native)),
    stopSequence: typeof sequence === 'string' ? sequence : undefined,
    native,
    explanation: typeof explanation === 'string' ? explanation : undefined,
  })
}

export interface WireFinish {
  readonly stop_reason: string
  readonly stop_sequence: string | null
  readonly stop_details: MessagesStopDetails | null
}

/**
 * Encodes a finish that is not an error (`errorOfFinish`). `calls`: the reply has tool calls; `refused`: it has a refusal. A reply with
 * tool calls ends with `tool_use`, even where the upstream reported a normal stop.
 */
export function encodeFinish(finish: Finish, content: { readonly calls: boolean; readonly refused: boolean }): WireFinish {
  const reason = stopReason(finish.reason, content)
  return {
    stop_reason: reason,
    stop_sequence: reason === 'stop_sequence' ? (finish.stopSequence ?? null) : null,
    stop_details: reason === 'refusal' ? { type: 'refusal', category: null, explanation: finish.explanation ?? null } : null,
  }
}

function stopReason(reason: FinishReason, content: { readonly calls: boolean; readonly refused: boolean }): string {
  switch (reason) {
    case 'length':
      return 'max_tokens'
    case 'context-window':
      return 'model_context_window_exceeded'
    case 'content-filter':
    case 'refusal':
      return 'refusal'
    case 'pause':
      return 'pause_turn'
    default:
  }
  if (content.calls) return 'tool_use'
  if (content.refused) return 'refusal'
  return reason === 'stop-sequence' ? 'stop_sequence' : 'end_turn'
}

/** The error for a finish that the dialect can express only as an error; otherwise `undefined`. */
export function errorOfFinish(finish: Finish): GatewayError | undefined {
  if (finish.reason === 'failed') return failedEnd(finish)
  if (finish.reason !== 'malformed-call') return undefined
  return finish.explanation === undefined ? invalidToolCall : { ...invalidToolCall, message: finish.explanation }
}
