import type { Dialect } from '../dialect.js'
import { decodeError, readErrorInReply } from './error-decode.js'
import { encodeError, encodeStreamError } from './error-encode.js'
import { isObject } from './json.js'
import { decodeReply } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'
import { decodeRequest } from './request-decode.js'
import { relayedRequest } from './relayed-request.js'
import { encodeRequest } from './request-encode.js'
import { MessagesStreamDecoder } from './stream-decode.js'
import { MessagesStreamEncoder } from './stream-encode.js'
import { MessagesStreamTap } from './stream-tap.js'
import { decodeUsage } from './usage.js'
import { withoutForeignProofs } from './foreign-proofs.js'

export { decodeCount, decodeCountRequest, encodeCount, encodeCountRequest } from './count-tokens.js'
export { upstreamVersionFor } from './version.js'

/** The native messages style, both ways. */
export const messagesDialect: Dialect = {
  name: 'messages',
  decodeRequest,
  encodeRequest,
  decodeReply,
  encodeReply,
  createStreamDecoder: (context) => new MessagesStreamDecoder(context),
  createStreamEncoder: (context, options) => new MessagesStreamEncoder(context, options),
  createStreamTap: () => new MessagesStreamTap(),
  decodeError,
  encodeError,
  encodeStreamError,
  readUsage: (wire) => (isObject(wire) ? decodeUsage(wire['usage']) : undefined),
  readErrorInReply,
  relayedRequest,
  withoutForeignProofs,
}
