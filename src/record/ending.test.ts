import type { FailureKind, GatewayError } from '../exchange/error.js'
import { brokenOff, clientLeft, completed, refused, sessionCut, type Ending, type Outcome } from './ending.js'

const error = (kind: FailureKind): GatewayError => ({ kind, message: 'why' })
const native: GatewayError = { kind: 'not_found', message: 'why', native: { dialect: 'messages', status: 404 } }
const nativeRequest: GatewayError = { kind: 'invalid_request', message: 'why', native: { dialect: 'messages', status: 400 } }

test.each<[string, Ending, Outcome, number]>([
  ['a whole reply', completed(200), 'ok', 200],
  ['a session was closed normally', completed(101), 'ok', 101],
  ['the client left', clientLeft, 'client_aborted', 499],
  ['refused by the gateway', refused(error('invalid_request'), 400), 'rejected', 400],
  ['refused at a limit', refused(error('rate_limit_exceeded'), 429), 'rejected', 429],
  ['the gateway failed', refused(error('internal'), 500), 'rejected', 500],
  ['no healthy target', refused(error('no_healthy_target'), 503), 'rejected', 503],
  ['the provider failed', refused(error('upstream_unavailable'), 502), 'upstream_error', 502],
  ['the provider was too slow', refused(error('upstream_timeout'), 504), 'timeout', 504],
  ['the provider does not know the model', refused(native, 404), 'upstream_error', 404],
  ['the provider refused what the client asked', refused(nativeRequest, 400), 'rejected', 400],
  ['the gateway stopped before anything was sent', refused(error('shutting_down'), 503), 'rejected', 503],
  ['the provider cut a stream off', brokenOff(error('upstream_disconnected')), 'truncated', 200],
  ['the provider stopped sending in a stream', brokenOff(error('upstream_timeout')), 'timeout', 200],
  ['the gateway stopped in a stream', brokenOff(error('shutting_down')), 'interrupted', 200],
  ['the client broke the protocol', sessionCut('client', error('invalid_request')), 'client_error', 101],
  ['a session was idle', sessionCut('gateway', error('request_timeout')), 'timeout', 101],
  ['the gateway stopped in a session', sessionCut('gateway', error('shutting_down')), 'interrupted', 101],
  ['the token was revoked in a session', sessionCut('gateway', error('invalid_api_key')), 'rejected', 101],
  ['the provider left a session', sessionCut('provider', error('upstream_disconnected')), 'upstream_error', 101],
  ['the gateway could not reach the provider again', sessionCut('provider', error('internal')), 'upstream_error', 101],
  ['the provider no longer answers in a session', sessionCut('provider', error('upstream_timeout')), 'timeout', 101],
])('%s', (_name, ending, outcome, status) => {
  expect(ending).toMatchObject({ outcome, status })
})

test('a failure has its kind and the message to the client', () => {
  expect(refused(error('overloaded'), 503)).toEqual({ outcome: 'rejected', status: 503, error: 'overloaded', message: 'why' })
})
