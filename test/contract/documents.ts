import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isObject, objectOf, textOf, type JsonObject } from '../../src/json/object.js'
import { SchemaSet, type OpenApiDocument } from '../../src/contract/schema/index.js'

export type DocumentName =
  | 'gateway'
  | 'chat-completions'
  | 'messages'
  | 'responses'
  | 'generate-content'
  | 'cohere-chat'
  | 'bedrock-converse'
  | 'media'
  | 'realtime'
  | 'models'
  | 'platform'

const documents = new Map<DocumentName, OpenApiDocument>()
const schemaSets = new Map<DocumentName, SchemaSet>()

/** The bundled document, as it is published. */
export function documentOf(name: DocumentName): OpenApiDocument {
  const known = documents.get(name)
  if (known !== undefined) return known
  const path = fileURLToPath(new URL(`../../openapi/dist/${name}.json`, import.meta.url))
  const document: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isObject(document)) throw new Error(`${path} is no document`)
  documents.set(name, document)
  return document
}

export function schemasOf(name: DocumentName): SchemaSet {
  const known = schemaSets.get(name) ?? new SchemaSet(documentOf(name))
  schemaSets.set(name, known)
  return known
}

/** The value, or the target of its `$ref`. */
export function resolved(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {}
  if (typeof value['$ref'] !== 'string') return value
  let target: unknown = document
  for (const step of value['$ref'].slice(2).split('/'))
    target = isObject(target) ? target[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return resolved(document, target)
}

export interface Example {
  readonly name: string
  readonly value: unknown
}

/** The named examples of a media type object. */
export function examplesOf(document: OpenApiDocument, content: unknown): Example[] {
  const media = resolved(document, content)
  const named = isObject(media['examples']) ? Object.entries(media['examples']) : []
  const list = named.map(([name, example]): Example => ({ name, value: resolved(document, example)['value'] }))
  return media['example'] === undefined ? list : [...list, { name: 'example', value: media['example'] }]
}

export interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Readonly<Record<string, unknown>>
}

export function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  const paths = isObject(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      isObject(operation) && 'operationId' in operation ? [{ path, method, operation }] : [],
    ),
  )
}

/** The names of the headers that the document gives the response of this status, in lower case. */
export function headersOf(
  document: JsonObject,
  { path, method, status }: { readonly path: string; readonly method: string; readonly status: number },
): string[] {
  const { responses } = operationsOf(document).find((one) => one.path === path && one.method === method)?.operation ?? {}
  const all = objectOf(responses) ?? {}
  const response = all[status] ?? all[`${String(status)[0]}XX`] ?? all['default']
  const [, shared] = /^#\/components\/responses\/(\w+)$/.exec(textOf(objectOf(response)?.['$ref']) ?? '') ?? []
  const found = shared === undefined ? response : objectOf(objectOf(document['components'])?.['responses'])?.[shared]
  return Object.keys(objectOf(objectOf(found)?.['headers']) ?? {}).map((name) => name.toLowerCase())
}
