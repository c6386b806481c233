import { foreignReason } from '../../../exchange/end-reason.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Finish } from '../../../exchange/reply.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'

/** Reads `finish_reason`. The stop sequence is known only where the request has exactly one. */
export function decodeFinish(reason: string, request: ConversationRequest): Finish {
  switch (reason) {
    case 'COMPLETE':
      return { reason: 'stop', native: reason }
    case 'STOP_SEQUENCE': {
      const asked = request.settings.stopSequences?.value ?? []
      const only = asked.length === 1 ? asked[0] : undefined
      return defined({ reason: 'stop-sequence', native: reason, stopSequence: only })
    }
    case 'MAX_TOKENS':
      return { reason: 'length', native: reason }
    case 'TOOL_CALL':
      return { reason: 'tool-calls', native: reason }
    default:
      return { reason: reason === '' ? 'stop' : foreignReason(reason), native: reason }
  }
}

/** The error where the generation failed at the provider (`ERROR`, `TIMEOUT`). `description`: the `error` of a `message-end` event. */
export function decodeFailedFinish(reason: string, description: string | undefined): GatewayError | undefined {
  const described = description !== undefined && description !== ''
  if (reason !== 'ERROR' && reason !== 'TIMEOUT' && !described) return undefined
  const message = described ? description : reason === 'TIMEOUT' ? 'The generation took too long.' : 'The generation failed.'
  return {
    kind: reason === 'TIMEOUT' ? 'upstream_timeout' : 'upstream_unavailable',
    message,
    native: { dialect: 'cohere-chat', type: reason },
  }
}
