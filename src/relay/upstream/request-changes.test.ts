import { applyChanges } from './request-changes.js'

const changes = {
  put: { anthropic_version: '"v-1"' },
  leaveOut: ['model'],
  intoBody: { 'anthropic-beta': 'anthropic_beta' },
  headers: { 'anthropic-version': undefined, accept: 'application/json' },
}

test('members are added and removed in the bytes, and headers become members', () => {
  const { headers, body } = applyChanges(changes, {
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'one-2025, two-2025', accept: 'text/event-stream', other: 'x' },
    body: Buffer.from('{ "model":"m", "max_tokens" : 5.0 }'),
  })
  expect(headers).toEqual({ accept: 'application/json', other: 'x' })
  expect(String(body)).toBe('{ "max_tokens" : 5.0 ,"anthropic_version":"v-1","anthropic_beta":["one-2025","two-2025"]}')
})

test('without the header there is no member', () => {
  expect(String(applyChanges(changes, { headers: {}, body: '{"model":"m"}' }).body)).toBe('{"anthropic_version":"v-1"}')
})

test('a request without a body gets none', () => {
  expect(applyChanges(changes, { headers: { 'anthropic-version': '1' }, body: undefined })).toEqual({
    headers: { accept: 'application/json' },
    body: undefined,
  })
})
