import type { Dialect } from '../dialect.js'
import { decodeError, encodeError, errorBody, readErrorInReply } from './error.js'
import { contractTest } from './contract-test.js'
import { facts } from './facts.js'
import { mock } from './mock.js'
import { objectIds } from './object-ids.js'
import { eventFrame } from './reply/framing.js'
import { decodeReply, readUsage } from './reply/reply-decode.js'
import { framesOfReply, hasAnswer } from './reply/reply-frames.js'
import { encodeReply } from './reply/reply-encode.js'
import { counting } from './request/count-tokens.js'
import { relayedRequest } from './request/relayed-request.js'
import { decodeRequest } from './request/request-decode.js'
import { encodeRequest } from './request/request-encode.js'
import { GenerateContentStreamDecoder } from './reply/stream-decode.js'
import { GenerateContentStreamEncoder } from './reply/stream-encode.js'
import { GenerateContentStreamTap } from './reply/stream-tap.js'
import { withoutForeignProofs } from './request/foreign-proofs.js'
import { spelled } from './request/spelling.js'

export { counting as generateContentCounting } from './request/count-tokens.js'

const noMembers = {}

/** Gemini's generateContent and streamGenerateContent (https://ai.google.dev/api/generate-content), both ways. */
export const generateContentDialect: Dialect = {
  name: 'generate-content',
  facts,
  objectIds,
  contractTest,
  mock,
  counting,
  decodeRequest,
  encodeRequest: (conversation, target) => ({ ...encodeRequest(conversation, target) }),
  decodeReply,
  encodeReply: (reply, context) => ({ ...encodeReply(reply, context) }),
  hasAnswer,
  framesOfReply,
  createStreamDecoder: (context) => new GenerateContentStreamDecoder(context),
  createStreamEncoder: (context, options) => new GenerateContentStreamEncoder(context, options),
  createStreamTap: () => new GenerateContentStreamTap(),
  decodeError,
  encodeError,
  encodeStreamError: (error) => eventFrame(JSON.stringify(errorBody(error))),
  readUsage,
  readErrorInReply,
  withoutForeignProofs,
  relayedRequest,
  // The model is in the path; a client may name it in the body too.
  relayedMembers: (wire, { model }) =>
    'model' in wire ? { model: JSON.stringify(model.includes('/') ? model : `models/${model}`) } : noMembers,
  spelled,
}
