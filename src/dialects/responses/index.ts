import type { GatewayError } from '../../exchange/error.js'
import type { Dialect } from '../dialect.js'
import { decodeOpenAIError, encodeOpenAIError } from '../openai-error.js'
import { failureFrames } from './error.js'
import { contractTest } from './contract-test.js'
import { facts } from './facts.js'
import { objectIds } from './object-ids.js'
import { decodeReply, readErrorInReply } from './reply/reply-decode.js'
import { framesOfReply, hasAnswer } from './reply/reply-events.js'
import { encodeReply } from './reply/reply-encode.js'
import { counting } from './request/count-tokens.js'
import { relayedRequest } from './request/relayed-request.js'
import { decodeRequest } from './request/request-decode.js'
import { encodeRequest } from './request/request-encode.js'
import { withoutForeignProofs } from './reply/stored.js'
import { ResponsesStreamDecoder } from './reply/stream-decode.js'
import { ResponsesStreamEncoder } from './reply/stream-encode.js'
import { ResponsesStreamTap } from './reply/stream-tap.js'
import { usageOf } from './reply/usage.js'
import { addUsageNames, addUsageNamesToReply } from './reply/usage-splice.js'
import { isObject } from '../../json/object.js'

export { inputItemList, listedItem, outputAsInputItems, toInputItems, withoutForeignProofs, type ItemListOptions } from './reply/stored.js'
export { counting as responsesCounting } from './request/count-tokens.js'
export { replyIdOfItem } from './item-id.js'
export { isCompaction, isItemReference } from './request/items-decode.js'
export { addUsageNames, addUsageNamesToReply } from './reply/usage-splice.js'
export { withBothUsageNames } from './reply/usage.js'
export { ResponsesStreamTap } from './reply/stream-tap.js'

/** OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses), as clients and as upstreams speak it. */
export const responsesDialect: Dialect = {
  name: 'responses',
  facts,
  objectIds,
  contractTest,
  mock: { storedState: ['conversation', 'prompt'] },
  decodeRequest,
  encodeRequest,
  decodeReply,
  encodeReply,
  hasAnswer,
  framesOfReply,
  createStreamDecoder: (context) => new ResponsesStreamDecoder(context),
  createStreamEncoder: (context) => new ResponsesStreamEncoder(context),
  createStreamTap: () => new ResponsesStreamTap(),
  readUsage: (wire) => (isObject(wire) ? usageOf(wire) : undefined),
  readErrorInReply,
  counting,
  relayedRequest,
  relayedMembers: (_wire, { model }) => ({ model: JSON.stringify(model) }),
  decodeError: (status, headers, body) => decodeOpenAIError('responses', status, headers, body),
  encodeError: (error) => encodeOpenAIError(error, 'responses'),
  encodeStreamError,
  withoutForeignProofs: (wire) => {
    const { input } = wire
    if (!Array.isArray(input)) return undefined
    const items = withoutForeignProofs(input)
    return items === input ? undefined : { input: items }
  },
  relayedReply: (_wire, bytes) => addUsageNamesToReply(bytes),
  relayedEvent: (data) => {
    if (!data.includes('"usage"')) return undefined
    const named = addUsageNames(data)
    return named === data ? undefined : named.replaceAll('\n', '\ndata: ')
  },
}

/** The error frames of a stream whose response is not known; {@link ResponsesStreamTap.failure} has its id and sequence numbers. */
function encodeStreamError(error: GatewayError, requestId: string): string {
  const id = `resp_${requestId.replaceAll(/[^A-Za-z0-9]/g, '')}`
  return failureFrames(error, { id, object: 'response', created_at: 0, incomplete_details: null, model: '', output: [], usage: null }, 0)
}
