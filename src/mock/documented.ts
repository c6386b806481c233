import { atPointer, type OpenApiDocument } from '../contract/schema/json-schema.js'
import { isObject } from '../json/object.js'

/** The document's examples of one operation's successful reply. */
export interface DocumentedReply {
  /** Text of each example stream, by name; an unnamed one is `example`. */
  readonly streams: ReadonlyMap<string, string>
  /** Media types of the reply. */
  readonly types: readonly string[]
}

export function documentedReply(document: OpenApiDocument, path: string, method: string): DocumentedReply {
  const operation = resolved(document, resolved(document, resolved(document, document['paths'])[path])[method.toLowerCase()])
  const reply = resolved(document, resolved(document, operation['responses'])['200'])
  const content = resolved(document, reply['content'])
  const media = resolved(document, content['text/event-stream'])
  const named = Object.entries(resolved(document, media['examples'])).map(
    ([name, example]) => [name, resolved(document, example)['value']] as const,
  )
  const streams = new Map<string, string>()
  for (const [name, value] of [...named, ['example', media['example']] as const]) if (typeof value === 'string') streams.set(name, value)
  return { streams, types: Object.keys(content) }
}

function resolved(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {}
  return typeof value['$ref'] === 'string' ? resolved(document, atPointer(document, value['$ref'])) : value
}
