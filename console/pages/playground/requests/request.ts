import type { ChatDialect } from '../../../../src/exchange/dialect-name.js'
import type { JsonObject } from '../../../../src/json/object.js'

export interface SentRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request as the style's endpoint takes it. */
export function requestOf(style: ChatDialect, body: JsonObject, token: string): SentRequest {
  const common = { 'content-type': 'application/json', 'x-anywire-usage': 'cost' }
  const bearer = { authorization: `Bearer ${token}` }
  switch (style) {
    case 'chat-completions':
      return { path: '/v1/chat/completions', headers: { ...common, ...bearer }, body: JSON.stringify(body) }
    case 'responses':
      return { path: '/v1/responses', headers: { ...common, ...bearer }, body: JSON.stringify(body) }
    case 'messages':
      return {
        path: '/v1/messages',
        headers: { ...common, 'x-api-key': token, 'anthropic-version': '2023-06-01' },
        body: JSON.stringify(body),
      }
    case 'generate-content': {
      const { model, stream, ...rest } = body
      const method = stream === true ? 'streamGenerateContent?alt=sse' : 'generateContent'
      return {
        path: `/v1beta/models/${encodeURIComponent(typeof model === 'string' ? model : '')}:${method}`,
        headers: { ...common, 'x-goog-api-key': token },
        body: JSON.stringify(rest),
      }
    }
  }
}

/** Headers to show: the token is masked. */
export function maskedHeaders({ headers }: SentRequest, token: string): readonly (readonly [string, string])[] {
  const mask = token.length > 12 ? `${token.slice(0, 12)}…` : '…'
  return Object.entries(headers).map(([name, value]) => [name, token === '' ? value : value.replaceAll(token, mask)])
}
