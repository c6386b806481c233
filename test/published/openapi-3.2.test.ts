// The OpenAPI 3.2 edition: every stream has the schema of its events, and the streams that the contract shows are such events.
import { pathToFileURL } from 'node:url'
import { isObject } from '../../src/json/object.js'
import { documentOf, operationsOf, resolved, schemasOf } from '../contract/documents.js'
import { readEvents } from '../contract/event-stream.js'

type Edition = (document: unknown) => Readonly<Record<string, unknown>>
const { openApi32 } = (await import(pathToFileURL('scripts/published/openapi-3.2.mjs').href)) as { openApi32: Edition }

const reply = (content: unknown) => ({ responses: { '200': { content: { 'text/event-stream': content } } } })
const ofData = { $ref: '#/components/schemas/Data' }
const stream = { type: 'string', contentMediaType: 'text/event-stream', contentSchema: ofData }
const json = { contentMediaType: 'application/json', contentSchema: ofData }

test('events with a name', () => {
  const text = 'event: a\ndata: {}\n\n'
  expect(openApi32({ openapi: '3.1.0', ...reply({ schema: stream, example: text }) })).toEqual({
    openapi: '3.2.0',
    ...reply({
      itemSchema: {
        type: 'object',
        properties: {
          event: { type: 'string', description: expect.any(String) as unknown },
          data: { type: 'string', description: expect.any(String) as unknown, ...json },
        },
        required: ['event', 'data'],
      },
      examples: { stream: { serializedValue: text } },
    }),
  })
})

test('events without a name, and a text that ends them', () => {
  const examples = { plain: { summary: 'Plain', value: 'data: {}\n\ndata: [DONE]\n\n' } }
  expect(openApi32({ openapi: '3.1.0', ...reply({ schema: stream, examples }) })).toMatchObject(
    reply({
      itemSchema: { properties: { data: { type: 'string', anyOf: [{ const: '[DONE]' }, json] } }, required: ['data'] },
      examples: { plain: { summary: 'Plain', serializedValue: examples.plain.value } },
    }),
  )
})

const edition = openApi32(documentOf('gateway'))
const streams = operationsOf(edition).flatMap(({ operation }) => {
  const replies = Object.values(resolved(edition, operation['responses']))
  return replies.flatMap((one) => {
    const content = resolved(edition, resolved(edition, resolved(edition, one)['content'])['text/event-stream'])
    return Object.keys(content).length === 0 ? [] : [{ id: String(operation['operationId']), content }]
  })
})

test('the streams of all styles are there', () => {
  expect(streams.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['createChatCompletion', 'createMessage', 'createResponse', 'streamGenerateContent', 'createCompletion']),
  )
})

test.each(streams)('$id: the stream that it shows is of such events', ({ content }) => {
  const item = resolved(edition, content['itemSchema'])
  const { data } = resolved(edition, item['properties'])
  const schema = resolved(edition, data)
  const ends = Array.isArray(schema['anyOf'])
  const { contentSchema } = (
    ends ? (schema['anyOf'] as unknown[]).find((branch) => isObject(branch) && 'contentSchema' in branch) : schema
  ) as {
    contentSchema: { $ref: string }
  }
  const check = schemasOf('gateway').component(contentSchema.$ref.split('/').at(-1) ?? '')
  const texts = Object.values(resolved(edition, content['examples'])).map((example) => resolved(edition, example)['serializedValue'])
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) {
    const events = readEvents(String(text))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) {
      expect(event.event !== undefined).toBe((item['required'] as string[]).includes('event'))
      if (event.data === '[DONE]') expect(ends).toBe(true)
      else expect(check(JSON.parse(event.data))?.message).toBeUndefined()
    }
  }
})
