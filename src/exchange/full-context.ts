import type { FailureKind, GatewayError } from './error.js'

/** The code of a request that does not fit into the model's context window: agents shorten their history when they read it. */
export const fullContext = 'context_length_exceeded'

/** As providers and servers say it. A limit of tokens a minute is another matter. */
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

/** Failures of the request, and those of which a stream or a reply with status 200 says nothing more. */
const judged: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_request',
  'request_too_large',
  'upstream_invalid',
  'upstream_unavailable',
])

/** Does an error's text, code or type say that the context is full? */
export function saysFullContext(message: string, ...names: readonly unknown[]): boolean {
  return names.some((name) => codes.has(name)) || words.test(message)
}

/** A provider's error with what it means, whichever words it chose. */
export function withMeaning(error: GatewayError): GatewayError {
  if (!judged.has(error.kind) || !saysFullContext(error.message, error.native?.code, error.native?.type)) return error
  const { status: _, ...others } = error
  return { ...others, kind: 'invalid_request', code: fullContext }
}
