import { parseObject, textOrEmpty } from '../../json/object.js'

/** Anthropic's error types for the exceptions of Bedrock's InvokeModelWithResponseStream, named in its API reference. */
const types: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  modelTimeoutException: 'timeout_error',
  serviceUnavailableException: 'overloaded_error',
}

/** The data of an `error` event for an exception in an AWS event stream. `payload`: `{"message"}` or plain text. */
export function awsExceptionEvent(name: string, payload: string): string {
  const message = payload.startsWith('{') ? textOrEmpty(parseObject(payload)?.['message']) : payload
  return JSON.stringify({ type: 'error', error: { type: types[name] ?? 'api_error', message: message === '' ? name : message } })
}
