import type { GatewayError } from '../../exchange/error.js'
import { openAIErrorObject, openAIErrorOf } from '../openai-error.js'
import { isObject, type JsonObject } from '../../json/object.js'

/** Reads the error of a `response.failed` event, of an `error` event, or of a response with the status `failed`. */
export function decodeResponsesError(wire: unknown): GatewayError {
  const failed = isObject(wire) && isObject(wire['response']) ? wire['response'] : wire
  const error = openAIErrorOf('responses', failed)
  // `type: error` is the type of the event, not of the error.
  if (error.native?.type !== 'error') return error
  const { type: _event, ...native } = error.native
  return { ...error, native }
}

/**
 * The frames that end a stream with an error: `response.failed` and `error`. The fields of `error` are sent twice: at its top
 * level, as documented, and in a member `error`, as OpenAI sends them.
 */
export function failureFrames(error: GatewayError, response: JsonObject, sequenceNumber: number): string {
  const wire = openAIErrorObject(error, 'responses')
  const code = wire.code === null ? error.kind : String(wire.code)
  const failed = {
    type: 'response.failed',
    sequence_number: sequenceNumber,
    response: { ...response, status: 'failed', error: { code, message: wire.message } },
  }
  const raised = {
    type: 'error',
    sequence_number: sequenceNumber + 1,
    code,
    message: wire.message,
    param: wire.param,
    error: { ...wire, code },
  }
  return `event: response.failed\ndata: ${JSON.stringify(failed)}\n\nevent: error\ndata: ${JSON.stringify(raised)}\n\n`
}
