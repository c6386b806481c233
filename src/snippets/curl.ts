import type { ChatDialect } from '../exchange/dialect-name.js'
import type { JsonObject } from '../json/object.js'
import { jsonSyntax, literal } from './literal.js'
import { inSingleQuotes, shellWord } from './shell-word.js'

const bearer = ['Authorization: Bearer $ANYWIRE_TOKEN']
const headers: Readonly<Record<ChatDialect, readonly string[]>> = {
  'chat-completions': bearer,
  responses: bearer,
  messages: ['x-api-key: $ANYWIRE_TOKEN', 'anthropic-version: 2023-06-01'],
  'generate-content': ['x-goog-api-key: $ANYWIRE_TOKEN'],
}

export function curl(style: ChatDialect, body: JsonObject, base: string): string {
  const streamed = body['stream'] === true
  const lines = [
    `curl${streamed ? ' -N' : ''} ${shellWord(base + pathOf(style, body))}`,
    '-H "Content-Type: application/json"',
    ...headers[style].map((header) => `-H "${header}"`),
    `-d ${inSingleQuotes(literal(style === 'generate-content' ? withoutModel(body) : body, jsonSyntax, 2))}`,
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function pathOf(style: ChatDialect, body: JsonObject): string {
  switch (style) {
    case 'chat-completions':
      return '/v1/chat/completions'
    case 'responses':
      return '/v1/responses'
    case 'messages':
      return '/v1/messages'
    case 'generate-content': {
      const model = typeof body['model'] === 'string' ? body['model'].toWellFormed() : ''
      return `/v1beta/models/${encodeURIComponent(model)}:${body['stream'] === true ? 'streamGenerateContent?alt=sse' : 'generateContent'}`
    }
  }
}

function withoutModel({ model: _model, stream: _stream, ...rest }: JsonObject): JsonObject {
  return rest
}
