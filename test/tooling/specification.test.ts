// How a provider's published specification is compared with a document of ours, on its smallest inputs.
import { pathToFileURL } from 'node:url'

interface Comparing {
  readonly found: number
  readonly missing: readonly string[]
  compare(theirs: unknown, ours: readonly unknown[], path: string): void
}
const load = (file: string): Promise<unknown> => import(pathToFileURL(`scripts/sdk-coverage/${file}.mjs`).href)
const { SchemaReader, sharedBodies } = (await load('specification')) as {
  SchemaReader: new (specification: unknown) => unknown
  sharedBodies: (specification: unknown, document: unknown) => readonly [string, unknown, readonly unknown[]][]
}
const { Walk } = (await load('walk')) as { Walk: new (reader: unknown, document: unknown, options: { seen: Set<string> }) => Comparing }

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })
const documentWith = (schemas: object, paths: object = {}) => ({ paths, components: { schemas } })

function compared(theirs: object, ours: object) {
  const document = documentWith(ours)
  const walk = new Walk(new SchemaReader(documentWith(theirs)), document, { seen: new Set() })
  walk.compare(to('Subject'), [to('Subject')], '')
  return { found: walk.found, missing: walk.missing }
}

test.each<[string, object, object, object]>([
  ['members', { Subject: object({ a: text, b: text }) }, { Subject: object({ a: text }) }, { found: 1, missing: ['b'] }],
  [
    'members of all parts of an allOf',
    { Base: object({ a: text }), Subject: { allOf: [to('Base'), object({ b: text })] } },
    { Subject: object({ b: text }) },
    { found: 1, missing: ['a'] },
  ],
  [
    'members of the objects in a list',
    { Subject: object({ list: { type: 'array', items: object({ a: text }) } }) },
    { Subject: object({ list: { type: 'array', items: object({}) } }) },
    { found: 1, missing: ['list[].a'] },
  ],
  [
    'kinds that a constant tells apart',
    { Subject: { oneOf: [object({ type: { enum: ['a'] } }), object({ type: { enum: ['b'] } })] } },
    { Subject: object({ type: { const: 'a' } }) },
    { found: 2, missing: ['<b>'] },
  ],
  [
    'kinds that a discriminator tells apart, whose tag allows all of them',
    {
      A: object({ type: { enum: ['a', 'b'] } }),
      B: object({ type: { enum: ['a', 'b'] } }),
      Subject: { oneOf: [to('A'), to('B')], discriminator: { propertyName: 'type', mapping: { a: to('A').$ref, b: to('B').$ref } } },
    },
    { Subject: object({ type: { const: 'a' } }) },
    { found: 2, missing: ['<b>'] },
  ],
])('it counts %s', (_, theirs, ours, expected) => {
  expect(compared(theirs, ours)).toEqual(expected)
})

test('operations are paired by method and path, whatever the version before it and the names of its parameters', () => {
  const operation = (name: string, types: readonly string[]) => ({
    operationId: name,
    responses: {
      200: { content: Object.fromEntries(types.map((type) => [type, { schema: { ...to(type), contentSchema: to('Event') } }])) },
    },
  })
  const theirs = documentWith(
    {},
    { '/things/{thing_id}': { get: operation('theirs', ['application/json']) }, '/others': { get: operation('no', []) } },
  )
  const ours = documentWith(
    {},
    {
      '/v1/things/{id}': {
        get: operation('getThing', ['application/json', 'text/event-stream']),
        post: operation('changeThing', ['application/json']),
      },
    },
  )
  // Events may be among the replies of a specification that has no event streams.
  expect(sharedBodies(theirs, ours).map(([name, , schemas]) => [name, schemas])).toEqual([
    ['getThing, reply', [{ ...to('application/json'), contentSchema: to('Event') }, to('Event')]],
  ])
})
