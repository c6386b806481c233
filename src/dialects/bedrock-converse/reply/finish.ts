import { foreignReason } from '../../../exchange/end-reason.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Finish, FinishReason } from '../../../exchange/reply.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['stop_sequence', 'stop-sequence'],
  ['guardrail_intervened', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['malformed_tool_use', 'malformed-call'],
  ['model_context_window_exceeded', 'context-window'],
])

/** Reads `stopReason`. The stop sequence is known only where the request has exactly one. */
export function decodeFinish(native: string, request: ConversationRequest): Finish {
  const reason = reasons.get(native) ?? foreignReason(native)
  const asked = request.settings.stopSequences?.value ?? []
  const only = reason === 'stop-sequence' && asked.length === 1 ? asked[0] : undefined
  return defined({ reason, native, stopSequence: only })
}

/** The error where Converse could not read what the model wrote. */
export function brokenOutput(stopReason: string): GatewayError | undefined {
  if (stopReason !== 'malformed_model_output') return undefined
  return {
    kind: 'upstream_invalid',
    message: 'The model wrote an answer that its provider could not read.',
    native: { dialect: 'bedrock-converse', type: stopReason },
  }
}
