// Every example of the contract is itself as the contract says: bodies, parameters' neighbours, and each event of a stream.
import { isObject } from '../../src/json/object.js'
import { documentOf, examplesOf, operationsOf, resolved, schemasOf, type DocumentName } from './documents.js'
import { readEvents } from './event-stream.js'

const eventSchemas: Partial<Record<DocumentName, string>> = {
  'chat-completions': 'ChatStreamFrame',
  messages: 'MessagesStreamEvent',
  responses: 'ResponsesStreamEvent',
  'generate-content': 'GeminiStreamChunk',
  'cohere-chat': 'CohereStreamEvent',
  realtime: 'RealtimeServerEvent',
}

const names: DocumentName[] = [
  'chat-completions',
  'messages',
  'responses',
  'generate-content',
  'cohere-chat',
  'bedrock-converse',
  'media',
  'realtime',
  'models',
  'platform',
]

describe.each(names)('%s', (name) => {
  const document = documentOf(name)
  const schemas = schemasOf(name)
  const bodies = operationsOf(document).flatMap(({ operation }) => {
    const replies = Object.entries(resolved(document, operation['responses']))
    return [['request', operation['requestBody']] as const, ...replies].flatMap(([place, body]) =>
      Object.entries(resolved(document, resolved(document, body)['content'])).map(([type, content]) => ({
        id: `${String(operation['operationId'])} ${place} ${type}`,
        type,
        content,
      })),
    )
  })

  test('examples of requests and replies', () => {
    const problems = bodies
      .filter(({ type }) => type === 'application/json')
      .flatMap(({ id, content }) => {
        const schema = resolved(document, content)['schema']
        const reference = isObject(schema) ? schema['$ref'] : undefined
        if (typeof reference !== 'string') return []
        return examplesOf(document, content).flatMap((example) =>
          problemsOf(`${id} ${example.name}`, schemas.at(reference)(example.value)?.message),
        )
      })
    expect(problems).toEqual([])
  })

  test('events of streams', () => {
    const streams = bodies.filter(({ type }) => type === 'text/event-stream')
    const problems = streams.flatMap(({ id, content }) =>
      examplesOf(document, content).flatMap((example) =>
        readEvents(String(example.value))
          .filter(({ data }) => data !== '[DONE]')
          .flatMap(({ data }) =>
            problemsOf(`${id} ${example.name} ${data}`, schemas.at(eventSchema(name, content))(JSON.parse(data))?.message),
          ),
      ),
    )
    expect(problems).toEqual([])
    // The events of realtime come over a WebSocket.
    expect(streams.length > 0).toBe((name in eventSchemas && name !== 'realtime') || name === 'media')
  })

  test('each kind of stream event has an example', () => {
    const event = resolved(document, resolved(document, resolved(document, document['components'])['schemas'])[eventSchemas[name] ?? ''])
    const branches = event['oneOf'] ?? event['anyOf']
    const kinds = (Array.isArray(branches) ? (branches as unknown[]) : []).filter((branch) => resolved(document, branch)['x-open'] !== true)
    expect(kinds.filter((branch) => examplesInSchema(resolved(document, branch)).length === 0)).toEqual([])
  })

  test('examples of schemas', () => {
    const problems = Object.entries(document.components?.schemas ?? {}).flatMap(([component, schema]) =>
      examplesInSchema(schema).flatMap((value) => problemsOf(component, schemas.component(component)(value)?.message)),
    )
    expect(problems).toEqual([])
  })
})

/** A stream's media type says which events it carries, or its document has one kind of stream. */
function eventSchema(name: DocumentName, content: unknown): string {
  const { schema } = isObject(content) ? content : {}
  const { contentSchema } = isObject(schema) ? schema : {}
  const reference = isObject(contentSchema) ? contentSchema['$ref'] : undefined
  return typeof reference === 'string' ? reference : `#/components/schemas/${eventSchemas[name] ?? ''}`
}

function examplesInSchema(schema: unknown): unknown[] {
  if (!isObject(schema)) return []
  const { example, examples } = schema
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? (examples as unknown[]) : [])]
}

function problemsOf(place: string, message: string | undefined): string[] {
  return message === undefined ? [] : [`${place}: ${message}`]
}
