/**
 * Whose error envelope a caller reads. Known from the path alone, so that even the first middleware can answer in it.
 * `openai` also serves completions, embeddings, images, audio, moderations and the platform's own paths.
 */
export type ErrorStyle = 'openai' | 'messages' | 'generate-content' | 'rerank'

/**
 * The style of a path. Gemini's verbs are served under `/v1` too, and the models list takes the caller's family from its headers.
 */
export function errorStyleOf(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): ErrorStyle {
  if (path.startsWith('/v1beta/') || path.startsWith('/v1alpha/')) return 'generate-content'
  if (path === '/v1/messages' || path.startsWith('/v1/messages/') || path.startsWith('/v1/v1/messages') || path.startsWith('/messages'))
    return 'messages'
  if (path === '/v1/rerank' || path === '/v2/rerank') return 'rerank'
  if (path === '/v1/models' || path.startsWith('/v1/models/')) {
    if (/(?::|%3A)[A-Za-z]+$/i.test(path) || 'x-goog-api-key' in headers || 'x-goog-api-client' in headers) return 'generate-content'
    if ('anthropic-version' in headers || 'provider-version' in headers) return 'messages'
  }
  return 'openai'
}
