import type { FailureKind, GatewayError } from './error.js'

/** The code of a request that does not fit into the model's context window: agents shorten their history when they read it. */
export const fullContext = 'context_length_exceeded'

/** The messages of providers and servers. A limit of tokens a minute does not match. */
const words = new RegExp(
  [
    'prompt is too long',
    'input is too long',
    'exceeds? (?:the )?context (?:limit|window|length)',
    'context window exceed',
    '(?:maximum|max|model) (?:context|prompt) length',
    'context length (?:of|is|exceeded)',
    'exceeds the (?:available|maximum) context',
    'input token count .{0,40}exceeds the maximum number of tokens',
    'exceeds the max(?:imum)? (?:length|number of (?:input )?tokens)',
    'too many (?:input )?tokens: ',
    'exceeded model token limit',
    'prompt exceeds max length',
  ].join('|'),
  'i',
)

const codes: ReadonlySet<unknown> = new Set([
  fullContext,
  'exceed_context_size_error',
  'context_window_exceeded',
  'model_context_window_exceeded',
])

/** Kinds that may mean a full context: errors of the request, and unspecific ones of streams and 200 replies. */
const judged: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_request',
  'request_too_large',
  'upstream_invalid',
  'upstream_unavailable',
])

/** Whether an error's text, code or type says that the context is full. */
export function saysFullContext(message: string, ...names: readonly unknown[]): boolean {
  return names.some((name) => codes.has(name)) || words.test(message)
}

/** A provider's error with the code of a full context, where its text says so. */
export function withMeaning(error: GatewayError): GatewayError {
  if (!judged.has(error.kind) || !saysFullContext(error.message, error.native?.code, error.native?.type)) return error
  const { status: _, ...others } = error
  return { ...others, kind: 'invalid_request', code: fullContext }
}
