import { parseObject, textOrEmpty } from '../../json/object.js'

/** Anthropic's error types for the exceptions of Bedrock's InvokeModelWithResponseStream. */
const types: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  modelTimeoutException: 'timeout_error',
  serviceUnavailableException: 'overloaded_error',
}

/** The `error` event for an exception among the chunks of a stream. `payload`: `{"message"}` or plain text. */
export function awsExceptionEvent(name: string, payload: string): string {
  const message = payload.startsWith('{') ? textOrEmpty(parseObject(payload)?.['message']) : payload
  return JSON.stringify({ type: 'error', error: { type: types[name] ?? 'api_error', message: message === '' ? name : message } })
}
