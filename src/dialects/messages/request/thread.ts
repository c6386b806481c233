import { GatewayFailure } from '../../../exchange/error.js'
import type { UnknownObject } from '../../object-ids.js'

/**
 * The refusal of `thread` where the provider keeps no conversations: a request that continues one has only the newest messages.
 * It has Anthropic's code for a request that cannot be kept, at which the tool runner of the official clients sends the whole conversation.
 */
export function threadRefusal(): GatewayFailure {
  return new GatewayFailure({
    kind: 'invalid_request',
    message: '/thread: the provider of this model keeps no conversations. Send the whole conversation without `thread`.',
    code: 'unsupported_value',
    param: '/thread',
    native: { dialect: 'messages', details: { error_code: 'thread_unsupported_request', unsupported: ['model'] } },
  })
}

/** The error for an unknown thread. At its code the official clients send the whole conversation as a new thread. */
export const unknownThread: UnknownObject = {
  kind: 'not_found',
  native: { dialect: 'messages', details: { error_code: 'thread_not_found' } },
}
