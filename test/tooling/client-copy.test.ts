// What the generators of clients are given for a schema of the contract.
import { pathToFileURL } from 'node:url'

interface Copy {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
const source = pathToFileURL('scripts/clients/client-copy.mjs').href
const { clientCopy, withNamedEnums } = (await import(source)) as {
  clientCopy: (document: unknown) => Copy
  withNamedEnums: (copy: Copy) => Copy
}

const known = {
  Text: { type: 'object', required: ['type'], properties: { type: { const: 'text' } } },
  Loose: { type: 'object', properties: { note: { type: 'string' } } },
  Free: { type: 'object' },
  Unknown: { 'x-open': true, type: 'object', required: ['type'], properties: { type: { type: 'string', not: { enum: ['text'] } } } },
}
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'object', properties: { type: { type: 'string', enum: ['text'] } }, required: ['type'] }

function documentWith(schemas: unknown, paths: unknown = {}): unknown {
  const info = { title: 'T', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } }
  return { openapi: '3.1.0', info, paths, components: { securitySchemes: {}, schemas } }
}

test.each<[string, unknown, unknown]>([
  ['the branch for unknown tags is read last', { oneOf: [to('Unknown'), to('Text')] }, { anyOf: [to('Text'), to('Unknown')] }],
  ['a branch that asks for nothing is read late', { anyOf: [to('Loose'), to('Text')] }, { anyOf: [to('Text'), to('Loose')] }],
  ['known texts or any other text are a text', { anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, { type: 'string' }],
  [
    'what may be null may be left out',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: ['string', 'null'] }, b: { oneOf: [to('Text'), { type: 'null' }] } } },
    { type: 'object', properties: { a: { type: 'string' }, b: to('Text') } },
  ],
  [
    'items may be null',
    { type: 'array', items: { type: ['string', 'null'] } },
    { type: 'array', items: { type: 'string', nullable: true } },
  ],
  [
    'items that are null or an object',
    { type: 'array', items: { oneOf: [to('Text'), { type: 'null' }] } },
    { type: 'array', items: { allOf: [to('Text')], nullable: true } },
  ],
  [
    'items that are null or a map are anything',
    { type: 'array', items: { oneOf: [to('Free'), { type: 'null' }] } },
    { type: 'array', items: {} },
  ],
  [
    'numbers have the width that holds them',
    { type: 'object', properties: { a: { type: 'integer', minimum: 1 }, b: { type: 'number' } } },
    { type: 'object', properties: { a: { type: 'integer', format: 'int64' }, b: { type: 'number', format: 'double' } } },
  ],
  [
    'of two spellings of a name one stays',
    {
      type: 'object',
      properties: { mime_type: { type: 'string' }, mimeType: { type: 'string' }, image: {}, 'image[]': { type: 'array' } },
    },
    { type: 'object', properties: { mimeType: { type: 'string' }, 'image[]': { type: 'array', items: {} } } },
  ],
  [
    'of two spellings of a value one stays',
    { type: 'string', enum: ['TEXT', 'Text', 'AUDIO'] },
    { type: 'string', enum: ['TEXT', 'AUDIO'] },
  ],
  [
    'an object of which one of two members is required',
    { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object', properties: { a: {}, b: {} } },
  ],
  [
    'allOf is one object',
    { allOf: [to('Text'), { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }] },
    { ...text, properties: { ...text.properties, n: { type: 'integer', format: 'int64' } }, required: ['type', 'n'] },
  ],
  ['an object without members is a map', { type: 'object' }, { type: 'object', additionalProperties: {} }],
  ['bytes in JSON stay text', { type: 'string', format: 'byte' }, { type: 'string' }],
])('%s', (_name, schema, expected) => {
  expect(clientCopy(documentWith({ ...known, Subject: schema })).components.schemas['Subject']).toEqual(expected)
})

test('one request form and one reply form an operation, the stream raw', () => {
  const json = { schema: to('Text') }
  const operation = {
    operationId: 'speak',
    requestBody: { required: true, content: { 'application/json': json, 'multipart/form-data': { schema: to('Loose') } } },
    responses: {
      '200': {
        description: 'Audio.',
        content: { 'audio/mpeg': {}, 'application/json': json, 'text/event-stream': { schema: { type: 'string' } } },
      },
      '400': { description: 'Wrong.', content: { 'text/event-stream': {}, 'application/json': json } },
    },
  }
  const socket = { get: { operationId: 'connect', responses: { '101': { description: 'A socket.' } } } }
  const parameters = [{ name: 'model', in: 'path', required: true, schema: { type: 'string', minLength: 1 }, example: 'm' }]
  const { paths } = clientCopy(documentWith(known, { '/speak/{model}': { parameters, post: operation }, '/socket': socket }))
  expect(Object.keys(paths)).toEqual(['/speak/{model}'])
  expect(paths['/speak/{model}']?.['post']).toMatchObject({
    parameters: [{ name: 'model', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: to('Loose') } } },
    responses: {
      '200': { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
      '400': { content: { 'application/json': json } },
    },
  })
})

test('for Go each tag is a schema of its own', () => {
  const { schemas } = withNamedEnums(clientCopy(documentWith(known))).components
  expect(schemas['Text']).toEqual({ ...text, properties: { type: { allOf: [to('TextType')] } } })
  expect(schemas['TextType']).toEqual({ type: 'string', enum: ['text'] })
})
