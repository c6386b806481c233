import { LossLedger } from '../../../exchange/ledger.js'
import { booked } from '../fixtures/conversation.js'
import { hasNoArguments, toJsonSchema } from './schema.js'

const cases: [string, Record<string, unknown>, Record<string, unknown>, string[]?][] = [
  [
    'types in upper case at every depth',
    { type: 'OBJECT', properties: { type: { type: 'STRING' }, list: { type: 'ARRAY', items: { type: 'INTEGER' } } }, required: ['type'] },
    { type: 'object', properties: { type: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } }, required: ['type'] },
  ],
  ['types as numbers of the enum', { type: 6, properties: { a: { type: 2 } } }, { type: 'object', properties: { a: { type: 'number' } } }],
  ['nullable is a second type', { type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
  [
    'a nullable enum may be null',
    { type: 'STRING', format: 'enum', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
    ['moved /s/format'],
  ],
  [
    'nullable beside alternatives is one more',
    { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }], nullable: true },
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  ],
  [
    'an alternative that may be null is enough',
    { anyOf: [{ type: 'STRING', nullable: true }, { type: 'INTEGER' }], nullable: true },
    { anyOf: [{ type: ['string', 'null'] }, { type: 'integer' }] },
  ],
  ['a nullable reference', { $ref: '#/$defs/A', nullable: true }, { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] }],
  ['alternatives', { anyOf: [{ type: 'STRING' }, { type: 'NULL' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['counts as text, names in snake_case', { type: 'ARRAY', min_items: '1', maxItems: '3' }, { type: 'array', minItems: 1, maxItems: 3 }],
  [
    'the order of properties has no place',
    { type: 'OBJECT', propertyOrdering: ['a'] },
    { type: 'object' },
    ['dropped /s/propertyOrdering'],
  ],
  ['an example', { type: 'STRING', example: 'x' }, { type: 'string', examples: ['x'] }],
  [
    'plain JSON Schema stays',
    { type: ['string', 'null'], const: 'a', $ref: '#/$defs/A' },
    { type: ['string', 'null'], const: 'a', $ref: '#/$defs/A' },
  ],
]

test.each(cases)('%s', (_, wire, expected, losses = []) => {
  const ledger = new LossLedger()
  expect(toJsonSchema(wire, '/s', ledger)).toEqual(expected)
  expect(booked(ledger)).toEqual(losses)
})

test.each([
  [{ type: 'object', properties: {} }, true],
  [{ type: 'object', properties: {}, additionalProperties: false, required: [] }, true],
  [{}, true],
  [{ type: 'object' }, true],
  [{ type: 'object', additionalProperties: true }, false],
  [{ type: 'object', properties: { a: {} } }, false],
])('%j has no arguments: %s', (schema, expected) => {
  expect(hasNoArguments(schema)).toBe(expected)
})
