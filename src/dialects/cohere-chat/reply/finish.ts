import { foreignReason } from '../../../exchange/end-reason.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Finish } from '../../../exchange/reply.js'
import type { ConversationRequest } from '../../../exchange/request.js'

/** Cohere's `finish_reason` as the exchange's. The stop string is known only where one was asked for. */
export function readFinish(reason: string, request: ConversationRequest): Finish {
  switch (reason) {
    case 'COMPLETE':
      return { reason: 'stop', native: reason }
    case 'STOP_SEQUENCE': {
      const asked = request.settings.stopSequences?.value ?? []
      const only = asked.length === 1 ? asked[0] : undefined
      return { reason: 'stop-sequence', native: reason, ...(only === undefined ? {} : { stopSequence: only }) }
    }
    case 'MAX_TOKENS':
      return { reason: 'length', native: reason }
    case 'TOOL_CALL':
      return { reason: 'tool-calls', native: reason }
    default:
      return { reason: reason === '' ? 'stop' : foreignReason(reason), native: reason }
  }
}

/** ERROR and TIMEOUT are no ends of an answer: the generation broke off at the provider. */
export function readFailedFinish(reason: string, words: string | undefined): GatewayError | undefined {
  if (reason !== 'ERROR' && reason !== 'TIMEOUT' && (words === undefined || words === '')) return undefined
  const message =
    words !== undefined && words !== '' ? words : reason === 'TIMEOUT' ? 'The generation took too long.' : 'The generation failed.'
  return {
    kind: reason === 'TIMEOUT' ? 'upstream_timeout' : 'upstream_unavailable',
    message,
    native: { dialect: 'cohere-chat', type: reason },
  }
}
