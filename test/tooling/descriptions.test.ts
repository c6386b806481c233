// What counts as a property of the contract without a description.
import { pathToFileURL } from 'node:url'

const source = pathToFileURL('scripts/contract/descriptions.mjs').href
const { propertiesOf } = (await import(source)) as {
  propertiesOf: (document: object) => { path: string[]; described: boolean }[]
}

const undescribed = (document: object): string[] =>
  propertiesOf(document)
    .filter(({ described }) => !described)
    .map(({ path }) => path.slice(2).join('/'))

test('a property says what it is itself or by the schema that it refers to, which may be the one that is not null', () => {
  const reference = { $ref: '#/components/schemas/Name' }
  const thing = {
    properties: {
      said: { type: 'string', description: 'What it is.' },
      named: reference,
      nullable: { oneOf: [reference, { type: 'null' }] },
      unsaid: { type: 'string' },
      inner: { type: 'object', description: 'Some.', properties: { deep: {} } },
      list: { type: 'array', description: 'Some.', items: { properties: { each: {} } } },
      twofold: { oneOf: [reference, { type: 'integer' }] },
    },
    example: { properties: { data: {} } },
  }
  const schemas = { Name: { type: 'string', description: 'A name.' }, Thing: thing }
  expect(undescribed({ components: { schemas } })).toEqual([
    'Thing/properties/unsaid',
    'Thing/properties/inner/properties/deep',
    'Thing/properties/list/items/properties/each',
    'Thing/properties/twofold',
  ])
})
