import { expect, test } from '@jest/globals'
import { failedEnd, foreignReason } from './end-reason.js'

test.each([
  ['stop', ['stop', 'STOP', 'eos', 'COMPLETE', 'end_turn']],
  ['content-filter', ['content_filter', 'sensitive', 'SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'guardrail_intervened', 'moderation_blocked']],
  ['length', ['MAX_TOKENS', 'length', 'max_tool_calls', 'output_limit']],
  ['context-window', ['model_context_window_exceeded', 'model_length', 'context_overflow']],
  ['malformed-call', ['MALFORMED_FUNCTION_CALL', 'malformed_tool_use']],
  [
    'failed',
    ['network_error', 'abort', 'insufficient_system_resource', 'rate_limit', 'MISSING_THOUGHT_SIGNATURE', 'constructor', 'boredom'],
  ],
])('%s', (reason, natives) => {
  for (const native of natives) expect([native, foreignReason(native)]).toEqual([native, reason])
})

test("a failure names the provider's reason, shortened where it is long", () => {
  expect(failedEnd({ reason: 'failed', native: 'abort' }).message).toContain('(abort)')
  expect(failedEnd({ reason: 'failed', native: 'x'.repeat(1000) }).message.length).toBeLessThan(200)
})
