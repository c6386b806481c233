import type { GatewayError } from '../../exchange/error.js'
import { openAIErrorObject, openAIErrorOf } from '../openai-error.js'
import { isObject, type JsonObject } from '../../json/object.js'

/** The error of a `response.failed` event, of an `error` frame, or of a response whose status is `failed`. */
export function decodeResponsesError(wire: unknown): GatewayError {
  const failed = isObject(wire) && isObject(wire['response']) ? wire['response'] : wire
  const error = openAIErrorOf('responses', failed)
  // `type: error` names the event, not the kind of the failure.
  if (error.native?.type !== 'error') return error
  const { type: _event, ...native } = error.native
  return { ...error, native }
}

/** `response.failed` is followed by `error`, whose fields stand flat (as documented) and nested (as recorded): promises P15. */
export function failureFrames(error: GatewayError, response: JsonObject, sequenceNumber: number): string {
  const words = openAIErrorObject(error, 'responses')
  const code = words.code === null ? error.kind : String(words.code)
  const failed = {
    type: 'response.failed',
    sequence_number: sequenceNumber,
    response: { ...response, status: 'failed', error: { code, message: words.message } },
  }
  const raised = {
    type: 'error',
    sequence_number: sequenceNumber + 1,
    code,
    message: words.message,
    param: words.param,
    error: { ...words, code },
  }
  return `event: response.failed\ndata: ${JSON.stringify(failed)}\n\nevent: error\ndata: ${JSON.stringify(raised)}\n\n`
}
