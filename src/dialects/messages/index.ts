import type { Dialect } from '../dialect.js'
import { decodeError, readErrorInReply } from './error-decode.js'
import { encodeError, encodeStreamError } from './error-encode.js'
import { contractTest } from './contract-test.js'
import { facts } from './facts.js'
import { objectIds } from './object-ids.js'
import { isObject } from '../../json/object.js'
import { decodeReply } from './reply/reply-decode.js'
import { framesOfReply, hasAnswer } from './reply/reply-frames.js'
import { encodeReply } from './reply/reply-encode.js'
import { counting } from './request/count-tokens.js'
import { decodeRequest } from './request/request-decode.js'
import { relayedRequest } from './request/relayed-request.js'
import { encodeRequest } from './request/request-encode.js'
import { MessagesStreamDecoder } from './reply/stream-decode.js'
import { MessagesStreamEncoder } from './reply/stream-encode.js'
import { MessagesStreamTap } from './reply/stream-tap.js'
import { decodeUsage } from './reply/usage.js'
import { withoutForeignProofs } from './request/foreign-proofs.js'

export { counting as messagesCounting } from './request/count-tokens.js'
export { requireVersion } from './version.js'

/** Anthropic's Messages API (https://platform.claude.com/docs/en/api/messages), as clients and as upstreams speak it. */
export const messagesDialect: Dialect = {
  name: 'messages',
  facts,
  objectIds,
  contractTest,
  mock: { storedState: [] },
  counting,
  decodeRequest,
  encodeRequest,
  decodeReply,
  encodeReply,
  hasAnswer,
  framesOfReply,
  createStreamDecoder: (context) => new MessagesStreamDecoder(context),
  createStreamEncoder: (context, options) => new MessagesStreamEncoder(context, options),
  createStreamTap: () => new MessagesStreamTap(),
  decodeError,
  encodeError,
  encodeStreamError,
  readUsage: (wire) => (isObject(wire) ? decodeUsage(wire['usage']) : undefined),
  readErrorInReply,
  relayedMembers: (_wire, { model }) => ({ model: JSON.stringify(model) }),
  relayedRequest,
  withoutForeignProofs,
}
