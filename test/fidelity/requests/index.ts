import type fc from 'fast-check'
import { documentOf } from '../../contract/documents.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { drawn, type Draw } from '../draw.js'
import { isJsonObject, type JsonObject } from '../json.js'
import { SchemaValues, type ValueOptions } from '../schema-values.js'
import * as chat from './chat-completions.js'
import * as gemini from './generate-content.js'
import * as messages from './messages.js'
import * as responses from './responses.js'

interface Style {
  readonly schema: string
  readonly options: ValueOptions
  readonly connect: (request: JsonObject, draw: Draw) => JsonObject
}

const styles: Readonly<Record<ChatDialect, Style>> = {
  'chat-completions': { schema: 'ChatCompletionRequest', ...chat },
  messages: { schema: 'MessagesRequest', ...messages },
  responses: { schema: 'ResponsesCreateRequest', ...responses },
  'generate-content': { schema: 'GeminiGenerateContentRequest', ...gemini },
}

/** Requests of one client style that its OpenAPI document allows and that are consistent. */
export function requestsOf(style: ChatDialect): fc.Arbitrary<JsonObject> {
  const { schema, options, connect } = styles[style]
  const schemas = componentsOf(style)
  return drawn((draw) => {
    const request = new SchemaValues(schemas, draw, options).component(schema)
    return connect(isJsonObject(request) ? request : {}, draw)
  })
}

export function componentsOf(name: Parameters<typeof documentOf>[0]): JsonObject {
  const schemas: unknown = documentOf(name).components?.schemas
  return isJsonObject(schemas) ? schemas : {}
}

export const requestSchemas = {
  'chat-completions': 'ChatCompletionRequest',
  messages: 'MessagesRequest',
  responses: 'ResponsesCreateRequest',
  'generate-content': 'GeminiGenerateContentRequest',
  'cohere-chat': 'CohereChatRequest',
  'bedrock-converse': 'ConverseRequest',
} as const
