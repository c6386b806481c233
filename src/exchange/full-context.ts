import type { FailureKind, GatewayError } from './error.js'

/** The error code of a request that is longer than the model's context window. Agents shorten their history when they see it. */
export const fullContextCode = 'context_length_exceeded'

/** Error messages of known providers and servers. Rate limits in tokens per minute must not match. */
const messages = new RegExp(
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
  fullContextCode,
  'exceed_context_size_error',
  'context_window_exceeded',
  'model_context_window_exceeded',
])

/** Kinds of errors that may be about a full context: those of the request, and the general ones of streams and of replies with status 200. */
const possibleKinds: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_request',
  'request_too_large',
  'upstream_invalid',
  'upstream_unavailable',
])

/** Whether an error's message, code or type says that the context is full. */
export function saysFullContext(message: string, ...names: readonly unknown[]): boolean {
  return names.some((name) => codes.has(name)) || messages.test(message)
}

/** Gives a provider's error the kind and code of a full context where its message, code or type says so; others are returned unchanged. */
export function withFullContextCode(error: GatewayError): GatewayError {
  if (!possibleKinds.has(error.kind) || !saysFullContext(error.message, error.native?.code, error.native?.type)) return error
  const { status: _, ...others } = error
  return { ...others, kind: 'invalid_request', code: fullContextCode }
}
