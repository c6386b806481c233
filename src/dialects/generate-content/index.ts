import type { Dialect } from '../dialect.js'
import { decodeError, encodeError, errorBody, readErrorInReply } from './error.js'
import { eventFrame } from './framing.js'
import { decodeReply, readUsage } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'
import { decodeRequest } from './request-decode.js'
import { encodeRequest } from './request-encode.js'
import { GenerateContentStreamDecoder } from './stream-decode.js'
import { GenerateContentStreamEncoder } from './stream-encode.js'
import { GenerateContentStreamTap } from './stream-tap.js'
import { withoutForeignProofs } from './foreign-proofs.js'
import { spelled } from './spelling.js'

/** The generate-content style, both ways. */
export const generateContentDialect: Dialect = {
  name: 'generate-content',
  decodeRequest,
  encodeRequest: (conversation, target) => ({ ...encodeRequest(conversation, target) }),
  decodeReply,
  encodeReply: (reply, context) => ({ ...encodeReply(reply, context) }),
  createStreamDecoder: (context) => new GenerateContentStreamDecoder(context),
  createStreamEncoder: (context, options) => new GenerateContentStreamEncoder(context, options),
  createStreamTap: () => new GenerateContentStreamTap(),
  decodeError,
  encodeError,
  encodeStreamError: (error) => eventFrame(JSON.stringify(errorBody(error))),
  readUsage,
  readErrorInReply,
  withoutForeignProofs,
  spelled,
}
