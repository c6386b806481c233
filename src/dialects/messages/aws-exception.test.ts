import { awsExceptionEvent } from './aws-exception.js'

test.each([
  ['throttlingException', 'rate_limit_error'],
  ['modelTimeoutException', 'timeout_error'],
  ['serviceUnavailableException', 'overloaded_error'],
  ['validationException', 'invalid_request_error'],
  ['internalServerException', 'api_error'],
])('%s is an error of the type %s', (name, type) => {
  expect(JSON.parse(awsExceptionEvent(name, '{"message":"No."}'))).toEqual({ type: 'error', error: { type, message: 'No.' } })
})

test.each([
  ['{"message":"No."}', 'No.'],
  ['It broke.', 'It broke.'],
  ['', 'throttlingException'],
  ['{}', 'throttlingException'],
  ['{"message":7}', 'throttlingException'],
  ['{cut', 'throttlingException'],
])('the message of %j is %j', (payload, message) => {
  expect(JSON.parse(awsExceptionEvent('throttlingException', payload))).toHaveProperty('error.message', message)
})
