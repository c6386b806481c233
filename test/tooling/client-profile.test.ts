// Each step from the contract to the profile that client generators take, on its smallest input.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

type Schemas = Readonly<Record<string, unknown>>
type Operation = Readonly<Record<string, unknown>>
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas; readonly securitySchemes: Schemas }
}
type Step = (document: unknown) => Document

async function step(file: string, name: string): Promise<Step> {
  const module = (await import(pathToFileURL(`scripts/contract/client-profile/${file}.mjs`).href)) as Readonly<Record<string, Step>>
  const found = module[name]
  if (found === undefined) throw new Error(`${file}.mjs has no ${name}`)
  return found
}
const plainObjects = await step('plain-objects', 'plainObjects')
const nullable = await step('nullable', 'nullable')
const closedUnions = await step('closed-unions', 'closedUnions')
const withoutAliases = await step('aliases', 'withoutAliases')
const joinedLists = await step('joined-lists', 'joinedLists')
const taggedUnions = await step('tagged-unions', 'taggedUnions')
const nullsInReplies = await step('nulls-in-replies', 'nullsInReplies')
const oneSpelling = await step('spellings', 'oneSpelling')
const knownKeywords = await step('keywords', 'knownKeywords')
const chosenForms = await step('operations', 'chosenForms')
const clientProfile = await step('index', 'clientProfile')

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }
const list = (items: unknown) => ({ type: 'array', items })
const tagged = (type: unknown, ...required: string[]) => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties: { type },
})
const open = { 'x-open': true, ...tagged({ type: 'string', not: { enum: ['a'] } }, 'type') }

const known = {
  A: tagged({ type: 'string', const: 'a' }, 'type'),
  B: tagged({ type: 'string', const: 'b' }),
  AlsoA: { ...tagged({ type: 'string', const: 'a' }, 'type'), description: 'The older form.' },
  Bare: { type: 'object', properties: { note: text } },
  Unknown: open,
  Hosted: { 'x-open': true, ...tagged({ type: 'string', not: { enum: ['a'] }, 'x-known-values': ['c', 'd'] }, 'type') },
  Mode: { type: 'string', enum: ['auto', 'none'] },
}
const info = { title: 'T', version: '1', summary: 'S', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } }
const documentWith = (schemas: Schemas, paths: unknown = {}) => ({
  openapi: '3.1.0',
  info,
  tags: [{ name: 'Speech' }, { name: 'Pages' }],
  paths,
  components: { securitySchemes: { bearer: { type: 'http' }, session: { type: 'apiKey' } }, schemas },
})
const after = (change: Step, schema: unknown, name = 'Subject') =>
  change(documentWith({ ...known, Subject: schema })).components.schemas[name]

test.each<[string, unknown, unknown]>([
  [
    'allOf',
    { allOf: [to('A'), { type: 'object', required: ['n'], properties: { n: text } }] },
    { type: 'object', properties: { type: { type: 'string', const: 'a' }, n: text }, required: ['type', 'n'] },
  ],
  [
    'one of two members is required',
    { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object', properties: { a: text, b: text } },
  ],
])('an object in one piece: %s', (_name, schema, expected) => {
  expect(after(plainObjects, schema)).toEqual(expected)
})

test.each<[string, unknown, unknown]>([
  ['a type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  ['a value', { type: ['string', 'null'], enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
  ['a branch', { oneOf: [to('A'), { type: 'null' }] }, { ...to('A'), nullable: true }],
  ['a branch of three', { oneOf: [text, list(text), { type: 'null' }] }, { oneOf: [text, list(text)], nullable: true }],
  ['several types', { type: ['integer', 'string', 'null'] }, { oneOf: [{ type: 'integer' }, text], nullable: true }],
  [
    'a member that is required',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: ['string', 'null'] }, b: text } },
    { type: 'object', required: ['b'], properties: { a: { type: 'string', nullable: true }, b: text } },
  ],
])('null is written as OpenAPI 3.0 does: %s', (_name, schema, expected) => {
  expect(after(nullable, schema)).toEqual(expected)
})

test.each<[string, unknown, unknown]>([
  ['for unknown tags there is no branch', { oneOf: [to('A'), to('B'), to('Unknown')] }, { oneOf: [to('A'), to('B')], 'x-open': true }],
  ['one known branch stays a union', { oneOf: [to('A'), to('Unknown')] }, { oneOf: [to('A')], 'x-open': true }],
  ['an open branch with known tags stays', { oneOf: [to('A'), to('Hosted')] }, { oneOf: [to('A'), to('Hosted')] }],
  ['known texts or any other text', { anyOf: [{ enum: ['a'], type: 'string' }, text] }, text],
  ['texts of a component or any other text', { anyOf: [to('Mode'), text] }, { ...text, 'x-open-enum': to('Mode') }],
  [
    'texts of a component, any other text or a number',
    { anyOf: [to('Mode'), text, { type: 'integer' }] },
    { oneOf: [text, { type: 'integer' }], 'x-open-enum': to('Mode') },
  ],
  ['a name or its number', { oneOf: [to('Mode'), { type: 'integer' }] }, to('Mode')],
  ['one value or a list of them', { oneOf: [list(to('A')), to('A')] }, list(to('A'))],
  ['of two forms with one tag the first', { oneOf: [to('A'), to('AlsoA'), to('B')] }, { oneOf: [to('A'), to('B')] }],
  ['of objects without a tag the first', { anyOf: [to('Bare'), to('A')] }, to('Bare')],
  ['a union within a union', { oneOf: [text, { oneOf: [to('A'), to('B')] }] }, { oneOf: [text, to('A'), to('B')] }],
])('unions are closed: %s', (_name, schema, expected) => {
  expect(after(closedUnions, schema)).toEqual(expected)
})

test('branches for unknown tags are no components', () => {
  expect(after(closedUnions, text, 'Unknown')).toBeUndefined()
  expect(after(closedUnions, text, 'Hosted')).toBeDefined()
})

test('references to another name lead to the component itself', () => {
  const { schemas } = withoutAliases(
    documentWith({ ...known, Maybe: { ...to('A'), nullable: true }, Other: to('Maybe'), Subject: list(to('Other')) }),
  ).components
  expect(schemas['Subject']).toEqual(list({ ...to('A'), nullable: true }))
  expect(Object.keys(schemas)).not.toContain('Other')
})

test('several lists are one', () => {
  const { schemas } = joinedLists(documentWith({ Subject: { oneOf: [text, list(text), list({ type: 'integer' })] } })).components
  expect(schemas).toEqual({
    Subject: { oneOf: [text, list(to('SubjectItem'))] },
    SubjectItem: { oneOf: [text, { type: 'integer' }] },
  })
})

test('objects are told apart by a tag, which is required', () => {
  const union = { oneOf: [to('A'), to('B'), to('Hosted')] }
  const mapping = { a: to('A').$ref, b: to('B').$ref, c: to('Hosted').$ref, d: to('Hosted').$ref }
  expect(after(taggedUnions, union)).toEqual({ ...union, discriminator: { propertyName: 'type', mapping }, 'x-default-tag': 'b' })
  expect(after(taggedUnions, union, 'B')).toEqual(tagged({ type: 'string', enum: ['b'] }, 'type'))
  expect(after(taggedUnions, union, 'Hosted')).toMatchObject(tagged({ type: 'string', enum: ['c', 'd'] }, 'type'))
})

test('objects beside a text are a union of their own', () => {
  const union = { oneOf: [to('Mode'), to('A'), to('B')] }
  expect(after(taggedUnions, union)).toEqual({ oneOf: [to('Mode'), to('SubjectObject')] })
  expect(after(taggedUnions, union, 'SubjectObject')).toMatchObject({ oneOf: [to('A'), to('B')], discriminator: { propertyName: 'type' } })
})

test('null stays in replies and in changes; other requests leave a member out', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', nullable: true } } }
  const body = (name: string) => ({ content: { 'application/json': { schema: to(name) } } })
  const operation = { parameters: [], requestBody: body('Sent'), responses: { 200: { description: 'Done.', ...body('Got') } } }
  const paths = { '/a': { post: operation, patch: { ...operation, requestBody: body('Changes') } } }
  const { schemas } = nullsInReplies(documentWith({ Sent: schema, Got: schema, Changes: schema }, paths)).components
  expect(schemas).toEqual({ Sent: { type: 'object', properties: { a: text } }, Got: schema, Changes: schema })
})

test.each<[string, unknown, unknown]>([
  [
    'members',
    { type: 'object', required: ['mime_type'], properties: { mime_type: text, mimeType: text, image: text, 'image[]': list(text) } },
    { type: 'object', properties: { mimeType: text, 'image[]': list(text) } },
  ],
  ['values', { type: 'string', enum: ['TEXT', 'Text', 'a-b', 'A_B'] }, { type: 'string', enum: ['TEXT', 'a-b'] }],
])('of several spellings one stays: %s', (_name, schema, expected) => {
  expect(after(oneSpelling, schema)).toEqual(expected)
})

test('of two parameters of one name in code the plain one stays', () => {
  const operation = {
    parameters: [
      { name: '$alt', schema: text },
      { name: 'alt', schema: text },
    ],
    responses: {},
  }
  expect(oneSpelling(documentWith({}, { '/a': { get: operation } })).paths['/a']?.['get']?.['parameters']).toEqual([
    { name: 'alt', schema: text },
  ])
})

test.each<[string, unknown, unknown]>([
  ['a reference that may be null', { ...to('A'), nullable: true }, { nullable: true, allOf: [to('A')] }],
  ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['an integer', { type: 'integer', minimum: 1, default: 2 }, { type: 'integer', format: 'int64' }],
  ['bytes in JSON', { type: 'string', format: 'byte', description: 'D.' }, { type: 'string', description: 'D.' }],
  ['a file', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
  ['an object without members', { type: 'object' }, { type: 'object', additionalProperties: {} }],
  ['anything', true, {}],
])('the keywords of OpenAPI 3.0 that generators read: %s', (_name, schema, expected) => {
  expect(after(knownKeywords, schema)).toEqual(expected)
})

test('a map that may be null stands in place', () => {
  const map = { type: 'object', additionalProperties: { type: 'number' } }
  const { schemas } = knownKeywords(documentWith({ Map: map, Subject: list({ ...to('Map'), nullable: true }) })).components
  const written = { type: 'object', additionalProperties: { type: 'number', format: 'double' } }
  expect(schemas).toEqual({ Map: written, Subject: list({ ...written, nullable: true }) })
})

test('an operation has one form of its request and of each reply, and names the schema of its events', () => {
  const json = { schema: to('A'), example: {} }
  const stream = { schema: { type: 'string', contentSchema: to('B') } }
  const operation = {
    operationId: 'speak',
    tags: ['Speech'],
    security: [{ session: [] }, { bearer: [] }],
    requestBody: { required: true, content: { 'application/json': json, 'multipart/form-data': { schema: to('B') } } },
    responses: {
      200: { description: 'Audio.', headers: {}, content: { 'audio/mpeg': {}, 'application/json': json, 'text/event-stream': stream } },
      400: { description: 'Wrong.', content: { 'text/event-stream': {}, 'application/json': json } },
    },
  }
  const socket = { get: { ...operation, responses: { 101: { description: 'A socket.' } } } }
  const page = { get: { ...operation, security: [{ session: [] }] } }
  const parameters = [{ name: 'model', in: 'path', required: true, schema: text, example: 'm' }]
  const document = documentWith(known, {
    '/speak/{model}': { parameters, post: operation, head: operation },
    '/socket': socket,
    '/page': page,
  })
  expect(chosenForms(document)).toMatchObject({ tags: [{ name: 'Speech' }], components: { securitySchemes: { bearer: { type: 'http' } } } })
  expect(chosenForms(document).paths).toEqual({
    '/speak/{model}': {
      post: {
        operationId: 'speak',
        tags: ['Speech'],
        'x-event-schema': to('B'),
        'x-group-parameters': true,
        security: [{ bearer: [] }],
        parameters: [{ name: 'model', in: 'path', required: true, schema: text }],
        requestBody: { required: true, content: { 'multipart/form-data': { schema: to('B') } } },
        responses: {
          200: { description: 'Audio.', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
          400: { description: 'Wrong.', content: { 'application/json': { schema: to('A') } } },
        },
      },
    },
  })
})

test('the profile of a style has its operations and the schemas that they need', async () => {
  const path = pathToFileURL('scripts/contract/client-profile/of-style.mjs').href
  const { clientProfileOf } = (await import(path)) as { clientProfileOf: (profile: unknown, document: unknown) => Document }
  const get = (name: string, tag: string) => ({ get: { tags: [tag], responses: { 200: { content: { json: { schema: to(name) } } } } } })
  const profile = {
    info: { title: 'All', version: '1' },
    tags: [{ name: 'One' }, { name: 'Two' }],
    paths: { '/one': get('A', 'One'), '/two': get('C', 'Two') },
    components: { schemas: { A: { properties: { b: to('B') } }, B: list(to('A')), C: text } },
  }
  expect(clientProfileOf(profile, { info: { title: 'One', description: 'First.' }, paths: { '/one': {} } })).toEqual({
    info: { title: 'One', version: '1', description: 'First.' },
    tags: [{ name: 'One' }],
    paths: { '/one': get('A', 'One') },
    components: { schemas: { A: { properties: { b: to('B') } }, B: list(to('A')) } },
  })
})

describe('the whole profile', () => {
  const gateway: unknown = JSON.parse(readFileSync('openapi/dist/gateway.json', 'utf8'))
  const profile = clientProfile(gateway)
  const everything: Readonly<Record<string, unknown>>[] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) everything.push(value as Readonly<Record<string, unknown>>)
    for (const member of Object.values(value)) collect(member)
  }
  collect(profile.paths)
  collect(profile.components.schemas)

  test('every reference leads to a component', () => {
    const names = new Set(Object.keys(profile.components.schemas))
    const references = everything.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref.replace('#/components/schemas/', '')] : []))
    expect(references.filter((name) => !names.has(name))).toEqual([])
    expect(references.length).toBeGreaterThan(1000)
  })

  /** A name without what languages write in different ways. */
  const plain = (name: unknown): string =>
    String(name)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toLowerCase()

  test('no object has a member of its own name, which openapi-python-client would take for one variable', () => {
    const named = Object.entries(profile.components.schemas).filter(([name, schema]) =>
      Object.keys((schema as { properties?: object }).properties ?? {}).some((member) => plain(member) === plain(name)),
    )
    expect(named.map(([name]) => name)).toEqual([])
  })

  test('no two names, values or parameters become one name in code', () => {
    const hasTwins = (names: readonly unknown[]): boolean => new Set(names.map(plain)).size < names.length
    expect(everything.filter(({ properties }) => hasTwins(Object.keys(properties ?? {})))).toEqual([])
    expect(everything.filter(({ enum: values }) => hasTwins(Array.isArray(values) ? values : []))).toEqual([])
    const parameters = everything.flatMap(({ parameters: list }) => (Array.isArray(list) ? [list as { name: string }[]] : []))
    expect(parameters.filter((list) => hasTwins(list.map(({ name }) => name)))).toEqual([])
    expect(parameters.flat().length).toBeGreaterThan(100)
  })

  test('what is open is a union, never a branch; each union of objects names its tag and all of its branches', () => {
    expect(everything.filter((schema) => schema['x-open'] === true && schema['oneOf'] === undefined)).toEqual([])
    const tagged = everything.flatMap(({ oneOf, discriminator }) =>
      discriminator === undefined
        ? []
        : [{ branches: oneOf as { $ref: string }[], mapping: (discriminator as { mapping: Record<string, string> }).mapping }],
    )
    expect(tagged.length).toBeGreaterThan(40)
    const untold = tagged.flatMap(({ branches, mapping }) => branches.filter(({ $ref }) => !Object.values(mapping).includes($ref)))
    expect(untold).toEqual([])
  })

  test('a text with known values names the enumeration of them, which describes each', () => {
    const named = everything.flatMap(({ 'x-open-enum': of, ...schema }) =>
      of === undefined ? [] : [{ of: of as { $ref: string }, schema }],
    )
    for (const { schema } of named)
      expect(schema).toMatchObject(schema['oneOf'] === undefined ? text : { oneOf: expect.arrayContaining([text]) as unknown })
    const lists = new Set(named.map(({ of }) => of.$ref.replace('#/components/schemas/', '')))
    expect([...lists].sort()).toEqual(['ErrorCode', 'ErrorType', 'GeminiErrorStatus', 'MessagesErrorType'])
    for (const name of lists) {
      const {
        type,
        enum: values,
        'x-enum-descriptions': descriptions,
      } = profile.components.schemas[name] as Readonly<Record<string, string[]>>
      expect([type, descriptions?.length]).toEqual(['string', values?.length])
    }
  })

  test('each request and each reply has one form, and none is a stream', () => {
    const contents = everything.flatMap(({ content }) => {
      const types = Object.keys(content ?? {})
      return types.some((type) => type.includes('/')) ? [types] : []
    })
    expect(contents.filter((types) => types.length !== 1 || types.includes('text/event-stream'))).toEqual([])
    expect(contents.length).toBeGreaterThan(100)
  })

  test('no union mixes objects without a tag, and no schema has several types', () => {
    const kindOf = (branch: unknown): string => {
      const { $ref, type, oneOf } = branch as { $ref?: string; type?: string; oneOf?: unknown }
      if ($ref !== undefined) return kindOf(profile.components.schemas[$ref.replace('#/components/schemas/', '')])
      return oneOf === undefined ? String(type) : 'object'
    }
    const unions = everything.flatMap(({ oneOf, discriminator }) =>
      Array.isArray(oneOf) && discriminator === undefined ? [oneOf as unknown[]] : [],
    )
    expect(unions.filter((branches) => new Set(branches.map(kindOf)).size < branches.length)).toEqual([])
    expect(everything.filter(({ type, anyOf }) => Array.isArray(type) || Array.isArray(anyOf))).toEqual([])
  })
})
