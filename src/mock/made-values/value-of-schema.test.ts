import fc from 'fast-check'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { SchemaObject } from '../../contract/schema/index.js'
import { valueOfSchema } from './value-of-schema.js'

const schemas: readonly (readonly [string, SchemaObject])[] = [
  ['a function without parameters', { type: 'object', properties: {} }],
  ['an empty schema', {}],
  [
    'a strict object of all types',
    {
      type: 'object',
      properties: {
        city: { type: 'string', minLength: 3, maxLength: 5 },
        unit: { enum: ['celsius', 'fahrenheit'] },
        days: { type: 'integer', minimum: 1, maximum: 3 },
        share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.05 },
        step: { type: 'integer', multipleOf: 7, minimum: 10 },
        exact: { type: 'boolean' },
        version: { const: 2 },
        nothing: { type: 'null' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 4, maxItems: 4 },
        either: { type: ['string', 'null'] },
      },
      required: ['city', 'unit', 'days', 'share', 'step', 'exact', 'version', 'nothing', 'tags', 'either'],
      additionalProperties: false,
    },
  ],
  ['formats', objectOfFormats()],
  ['a negative limit', { type: 'integer', maximum: -5 }],
  [
    'patterns',
    {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3,5}(?:/(?:a|b)+)?$' },
        word: { type: 'string', pattern: '^\\w+$', minLength: 12, maxLength: 20 },
        part: { type: 'string', pattern: 'colou?r' },
        other: { type: 'string', pattern: '^[^"\\\\]*$' },
        unicode: { type: 'string', pattern: '^\\u00e9[\\u0430-\\u044f]$' },
      },
      required: ['code', 'word', 'part', 'other', 'unicode'],
    },
  ],
  ['a union of objects', { oneOf: [kind('cat', 'lives'), kind('dog', 'tricks')] }],
  ['a union beside properties', { ...kind('cat', 'lives'), anyOf: [{ required: ['name'] }, { required: ['age'] }], type: 'object' }],
  ['branches of which only one can be made', { anyOf: [{ type: 'string', pattern: '(?=a)b' }, { type: 'integer' }] }],
  ['exactly one of overlapping branches', { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'boolean' }] }],
  [
    'references',
    {
      $ref: '#/$defs/person',
      $defs: {
        person: {
          type: 'object',
          properties: { name: { $ref: '#/$defs/name', minLength: 6 }, friends: { type: 'array', items: { $ref: '#/$defs/person' } } },
          required: ['name', 'friends'],
          additionalProperties: false,
        },
        name: { type: 'string', maxLength: 8 },
      },
    },
  ],
  ['a tree', { type: 'object', properties: { child: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, required: ['child'] }],
  [
    'all of several',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        { properties: { a: { type: 'integer', minimum: 5 } } },
      ],
    },
  ],
  [
    'several unions at once',
    {
      allOf: [
        { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
        { not: { const: 'amber' } },
      ],
    },
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 3 }],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 }],
  ['different items', { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 }],
  ['not', { type: 'string', enum: ['a', 'b'], not: { const: 'a' } }],
  [
    'a condition',
    {
      type: 'object',
      properties: { a: { type: 'boolean' }, b: { type: 'string' } },
      required: ['a'],
      if: { properties: { a: { const: true } } },
      then: { required: ['b'] },
    },
  ],
  [
    'the email of a library that adds a pattern of its own',
    { type: 'string', format: 'email', pattern: '^(?!\\.)[A-Za-z0-9._-]+@([A-Za-z0-9-]+\\.)+[A-Za-z]{2,}$' },
  ],
]

test.each(schemas)('%s', (_name, schema) => {
  const ajv = new Ajv2020({ strict: false })
  // The types of the module are those of its other build.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  const validate = ajv.compile(schema)
  for (let seed = 0; seed < 40; seed++) {
    const made = valueOfSchema(schema, String(seed))
    const value = 'value' in made ? made.value : made
    expect({ value, valid: validate(value), errors: validate.errors }).toEqual({ value, valid: true, errors: null })
    expect(valueOfSchema(schema, String(seed))).toEqual(made)
  }
})

test('another seed gives other values', () => {
  const schema = { type: 'object', properties: { number: { type: 'integer', maximum: 1e6 } }, required: ['number'] }
  expect(new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(valueOfSchema(schema, String(seed))))).size).toBeGreaterThan(10)
})

test.each<readonly [string, SchemaObject, string]>([
  [
    'a pattern with look-ahead',
    { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)b' } }, required: ['a'] },
    '/a has the pattern "(?=a)b"',
  ],
  ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, 'refers to "https://example.com/schema"'],
  ['endless required members', { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }, 'nested too deeply'],
  ['a reference to itself', { $ref: '#' }, 'too many steps'],
  ['a contradiction', { allOf: [{ type: 'string' }, { type: 'integer' }] }, 'must be string and integer at once'],
  ['two constants', { allOf: [{ const: 1 }, { const: 2 }] }, 'two values of const'],
  ['too many items', { type: 'array', minItems: 1e9 }, 'at most 1000'],
  ['too long a text', { type: 'string', minLength: 1e9 }, 'at most 10000'],
  ['a pattern that repeats nothing', { type: 'string', pattern: '(((((){999}){999}){999}){999}){999}' }, 'too many steps'],
  ['a wide and deep object', wide(40), 'too many steps'],
  ['nothing at all', { not: {} }, 'does not fit'],
])('%s is refused, quickly', (_name, schema, problem) => {
  const before = performance.now()
  expect(valueOfSchema(schema, 'seed')).toEqual({ problem: expect.stringContaining(problem) })
  expect(performance.now() - before).toBeLessThan(2000)
})

test('any object as a schema is answered with a value or with a problem', () => {
  const keywords = fc.constantFrom(
    'type',
    'enum',
    'const',
    'properties',
    'items',
    'required',
    'anyOf',
    'allOf',
    'oneOf',
    '$ref',
    'pattern',
    'minLength',
  )
  const schema = fc.dictionary(keywords, fc.oneof(fc.jsonValue(), fc.constantFrom('string', 'object', '#', ['a'], [{}], {})))
  fc.assert(
    fc.property(schema, (random) => {
      const made = valueOfSchema(random, 'seed')
      expect('value' in made || 'problem' in made).toBe(true)
    }),
    { numRuns: 300 },
  )
})

function kind(name: string, other: string): SchemaObject {
  return {
    type: 'object',
    properties: { kind: { const: name }, [other]: { type: 'integer' }, name: { type: 'string' }, age: { type: 'integer' } },
    required: ['kind', other],
  }
}

function objectOfFormats(): SchemaObject {
  const formats = [
    'date-time',
    'date',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'json-pointer',
    'regex',
    'byte',
  ]
  return {
    type: 'object',
    properties: Object.fromEntries(formats.map((format) => [format, { type: 'string', format }])),
    required: formats,
  }
}

/** So many members on each of six levels. */
function wide(count: number): SchemaObject {
  const level = (depth: number): SchemaObject => {
    const names = Array.from({ length: count }, (_, index) => `p${index}`)
    const next = depth === 0 ? {} : { $ref: `#/$defs/level${depth - 1}` }
    return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, next])), required: names }
  }
  return { ...level(6), $defs: Object.fromEntries(Array.from({ length: 6 }, (_, depth) => [`level${depth}`, level(depth)])) }
}
