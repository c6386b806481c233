import { atPointer, type OpenApiDocument } from '../contract/schema/json-schema.js'
import { isObject } from '../json/object.js'

/** The document's examples of one operation's successful reply. */
export interface DocumentedReply {
  /** Text of each example stream, by name; an unnamed one is `example`. */
  readonly streams: ReadonlyMap<string, string>
  /** The example replies in JSON, by name. */
  readonly replies: ReadonlyMap<string, unknown>
}

type Node = Readonly<Record<string, unknown>>

export function documentedReply(document: OpenApiDocument, operationId: string): DocumentedReply {
  const reply = resolved(document, resolved(document, operationOf(document, operationId)['responses'])['200'])
  const content = resolved(document, reply['content'])
  const streams = new Map<string, string>()
  for (const [name, value] of examplesOf(document, content['text/event-stream'])) if (typeof value === 'string') streams.set(name, value)
  return { streams, replies: new Map(examplesOf(document, content['application/json'])) }
}

function operationOf(document: OpenApiDocument, operationId: string): Node {
  for (const path of Object.values(resolved(document, document['paths'])))
    for (const operation of Object.values(resolved(document, path)))
      if (isObject(operation) && operation['operationId'] === operationId) return operation
  return {}
}

function examplesOf(document: OpenApiDocument, value: unknown): (readonly [name: string, value: unknown])[] {
  const media = resolved(document, value)
  const named = Object.entries(resolved(document, media['examples'])).map(
    ([name, example]) => [name, resolved(document, example)['value']] as const,
  )
  return media['example'] === undefined ? named : [...named, ['example', media['example']]]
}

function resolved(document: OpenApiDocument, value: unknown): Node {
  if (!isObject(value)) return {}
  return typeof value['$ref'] === 'string' ? resolved(document, atPointer(document, value['$ref'])) : value
}
