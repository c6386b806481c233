// What the type generator is given for a schema of the contract.
import { pathToFileURL } from 'node:url'

const source = pathToFileURL('scripts/contract/typed-copy.mjs').href
const { typedCopy } = (await import(source)) as {
  typedCopy: (document: unknown) => { components: { schemas: Record<string, unknown> } }
}

const known = {
  Text: { type: 'object', required: ['type'], properties: { type: { const: 'text' }, text: { type: 'string' } } },
  Image: { type: 'object', required: ['type'], properties: { type: { const: 'image' } } },
  Unknown: {
    'x-open': true,
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', not: { enum: ['text', 'image'] } } },
  },
}
const text = { $ref: '#/components/schemas/Text' }
const image = { $ref: '#/components/schemas/Image' }
const unknown = { $ref: '#/components/schemas/Unknown' }

test.each<[string, unknown, unknown]>([
  ['an open branch is left out, so that a switch narrows', { oneOf: [text, image, unknown] }, { oneOf: [text, image] }],
  [
    'anyOf is written as oneOf',
    { anyOf: [{ type: 'string' }, { type: 'array', items: text }] },
    { oneOf: [{ type: 'string' }, { type: 'array', items: text }] },
  ],
  ['known texts or any other text are a string', { anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, { type: 'string' }],
  ['a constant is an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['an enum gets its type', { enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
  ['a list of types is a union', { type: ['string', 'number'] }, { oneOf: [{ type: 'string' }, { type: 'number' }] }],
  ['null stays beside one type', { type: ['string', 'null'], minLength: 1 }, { type: ['string', 'null'], minLength: 1 }],
  ['null stays in a union', { oneOf: [text, image, { type: 'null' }] }, { oneOf: [text, image, { type: 'null' }] }],
  ['one branch and null', { oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
  [
    'allOf of objects is one object',
    { allOf: [text, { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }] },
    {
      type: 'object',
      required: ['type', 'n'],
      properties: { type: { type: 'string', enum: ['text'] }, text: { type: 'string' }, n: { type: 'integer' } },
    },
  ],
  ['what only a validator uses goes', { type: 'string', not: { enum: ['x'] }, default: 'y', example: 'z' }, { type: 'string' }],
  [
    'alternatives of `required` beside properties go',
    { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object', properties: { a: { type: 'string' } }, required: [] },
  ],
  [
    'members that are named like keywords stay',
    { type: 'object', properties: { not: { type: 'string' }, default: { type: 'string' }, oneOf: { type: 'string' } } },
    { type: 'object', properties: { not: { type: 'string' }, default: { type: 'string' }, oneOf: { type: 'string' } } },
  ],
])('%s', (_, schema, expected) => {
  const copy = typedCopy({ openapi: '3.1.0', info: {}, components: { schemas: { ...known, Asked: schema } } })
  expect(copy.components.schemas['Asked']).toEqual(expected)
})
