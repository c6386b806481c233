import type { GatewayError } from './error.js'
import type { Finish, FinishReason } from './reply.js'

/** Words of all styles and of the servers that speak them, in lower case. */
const words: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
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

/** What a word is about that nobody has listed. Faults come first: a rate limit is none of the answer's length. */
const families: readonly (readonly [RegExp, FinishReason])[] = [
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
 * Why an answer ended, by a word that its own style does not document: another style's, or one of its family. Only a natural end is
 * a natural end: a word that tells nothing is a failure.
 */
export function foreignReason(native: string): FinishReason {
  const word = native.toLowerCase()
  return words.get(word) ?? families.find(([family]) => family.test(word))?.[1] ?? 'failed'
}

/** The answer may have been cut anywhere, in a tool call too. */
export function isCut({ reason }: Finish): boolean {
  return reason === 'length' || reason === 'context-window' || reason === 'content-filter' || reason === 'refusal'
}

const longestWord = 100

/** The error that an end is which is no end of an answer. */
export function failedEnd({ native, explanation }: Finish): GatewayError {
  const word = native === undefined ? '' : ` (${native.slice(0, longestWord)})`
  return { kind: 'upstream_invalid', message: explanation ?? `The provider broke off the answer${word}.` }
}
