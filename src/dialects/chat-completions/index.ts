import type { Dialect } from '../dialect.js'
import { decodeOpenAIError, encodeOpenAIError, readOpenAIError } from '../openai-error.js'
import { encodeStreamError } from './error.js'
import { contractTest } from './contract-test.js'
import { facts } from './facts.js'
import { objectIds } from './object-ids.js'
import { decodeReply } from './reply/reply-decode.js'
import { framesOfReply, hasAnswer, usageFrame } from './reply/reply-frames.js'
import { encodeReply } from './reply/reply-encode.js'
import { decodeRequest } from './request/request-decode.js'
import { relayedEvents, relayedMembers } from './relayed-usage.js'
import { relayedRequest } from './request/relayed-request.js'
import { encodeRequest } from './request/request-encode.js'
import { ChatStreamDecoder } from './reply/stream-decode.js'
import { KeptChatStreamEncoder } from './reply/kept-stream-encode.js'
import { ChatStreamEncoder } from './reply/stream-encode.js'
import { ChatStreamTap } from './reply/stream-tap.js'
import { usageOf } from './reply/usage.js'
import { isObject } from '../../json/object.js'
import { withoutForeignProofs } from './request/foreign-proofs.js'

export { ChunkAssembler } from './reply/chunk-assembler.js'
export { mostKeptLength } from './reply/kept-stream-encode.js'

/** OpenAI's Chat Completions API (https://platform.openai.com/docs/api-reference/chat), with the extensions of compatible providers. */
export const chatCompletionsDialect: Dialect = {
  name: 'chat-completions',
  facts,
  objectIds,
  contractTest,
  mock: { storedState: [] },
  decodeRequest,
  encodeRequest,
  decodeReply,
  encodeReply,
  hasAnswer,
  framesOfReply,
  usageFrame,
  createStreamDecoder: (context) => new ChatStreamDecoder(context),
  createStreamEncoder: (context) =>
    context.onWholeReply === undefined ? new ChatStreamEncoder(context) : new KeptChatStreamEncoder(context, context.onWholeReply),
  createStreamTap: () => new ChatStreamTap(),
  decodeError: (status, headers, body) => decodeOpenAIError('chat-completions', status, headers, body),
  encodeError: (error) => encodeOpenAIError(error, 'chat-completions'),
  encodeStreamError: (error) => encodeStreamError(error),
  readUsage: (wire) => (isObject(wire) ? usageOf(wire) : undefined),
  relayedRequest,
  relayedMembers,
  relayedEvents,
  readErrorInReply: (wire) => readOpenAIError('chat-completions', wire),
  withoutForeignProofs,
}
