import type { GatewayError } from './error.js'
import type { Finish, FinishReason } from './reply.js'

/** Finish reasons of all dialects and of other known servers, in lower case. */
const knownReasons: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ...same('stop', ['stop', 'eos', 'eos_token', 'stop_token', 'end', 'end_turn', 'complete', 'completed', 'done', 'finish', 'finished']),
  ...same('stop-sequence', ['stop_sequence', 'stop_string']),
  ...same('length', ['length', 'max_tokens', 'max_output_tokens', 'max_length']),
  ...same('context-window', ['model_length', 'model_context_window_exceeded', 'context_length_exceeded']),
  ...same('tool-calls', ['tool_calls', 'tool_call', 'tool_use', 'function_call']),
  ...same('content-filter', ['content_filter', 'content_filtered', 'guardrail_intervened', 'sensitive', 'spii', 'language']),
  ...same('refusal', ['refusal', 'refused']),
  ...same('pause', ['pause_turn']),
  ...same('malformed-call', ['malformed_function_call', 'malformed_tool_use', 'unexpected_tool_call', 'too_many_tool_calls']),
])

/** Patterns for unlisted finish reasons. The order matters: `rate_limit` is an error, not a length limit. */
const patterns: readonly (readonly [RegExp, FinishReason])[] = [
  [/error|fail|abort|cancel|timeout|network|resource|rate_limit|signature/, 'failed'],
  [/filter|safety|sensitiv|moderat|block|prohibit|recitation|guardrail|policy|armor/, 'content-filter'],
  [/refus/, 'refusal'],
  [/malformed/, 'malformed-call'],
  [/context/, 'context-window'],
  [/length|limit|max_|truncat/, 'length'],
]

function same(reason: FinishReason, natives: readonly string[]): (readonly [string, FinishReason])[] {
  return natives.map((native) => [native, reason])
}

/**
 * Maps a finish reason that the upstream's dialect does not document: one of another dialect, or one that matches a pattern. An unknown
 * reason is a failure, never a normal end.
 */
export function foreignReason(native: string): FinishReason {
  const word = native.toLowerCase()
  return knownReasons.get(word) ?? patterns.find(([family]) => family.test(word))?.[1] ?? 'failed'
}

/** Whether the answer may end anywhere, even inside a tool call. */
export function isCut({ reason }: Finish): boolean {
  return reason === 'length' || reason === 'context-window' || reason === 'content-filter' || reason === 'refusal'
}

const maxReasonLength = 100

/** The error of a reply with the finish reason `failed`. */
export function failedEnd({ native, explanation }: Finish): GatewayError {
  const word = native === undefined ? '' : ` (${native.slice(0, maxReasonLength)})`
  return { kind: 'upstream_invalid', message: explanation ?? `The provider broke off the answer${word}.` }
}

/** The error of a stream whose body ended without the end mark of its dialect. */
export const endedEarly: GatewayError = {
  kind: 'upstream_disconnected',
  message: 'The provider ended the stream before the answer was complete.',
}
