import type { JsonSchema } from './json-schema.js'
import { SchemaSet } from './schema-set.js'

const schemas: Record<string, JsonSchema> = {
  Request: {
    type: 'object',
    required: ['messages'],
    properties: {
      messages: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Message' } },
      temperature: { type: ['number', 'null'], minimum: 0, maximum: 2 },
      max_tokens: { type: 'integer', minimum: 1 },
      stop: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      tool_choice: { oneOf: [{ $ref: '#/components/schemas/ChoiceMode' }, { $ref: '#/components/schemas/NamedChoice' }] },
      tools: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Tool' }, { $ref: '#/components/schemas/OpenTool' }] } },
      input: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/EasyItem' }, { $ref: '#/components/schemas/CallItem' }] } },
      default: { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      shape: { $ref: '#/components/schemas/Shape' },
      'a/b': { type: 'array', items: { $ref: '#/components/schemas/Shape' } },
      image: { type: 'string', format: 'byte' },
      seed: { type: 'integer', format: 'int64' },
      closed: { type: 'object', properties: {}, additionalProperties: false },
    },
  },
  // Nothing that both branches fix decides beforehand.
  Shape: { oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Line' }] },
  Circle: {
    type: 'object',
    required: ['form', 'radius'],
    properties: {
      form: { const: 'circle' },
      radius: { type: 'number' },
      style: { type: 'object', properties: { width: { type: 'number' } } },
    },
  },
  Line: {
    type: 'object',
    required: ['ends'],
    properties: { role: { const: 'line' }, ends: { type: 'array', items: { type: 'object', required: ['x'] } } },
  },
  Message: {
    oneOf: [
      { $ref: '#/components/schemas/SystemMessage' },
      { $ref: '#/components/schemas/UserMessage' },
      { $ref: '#/components/schemas/AssistantMessage' },
    ],
  },
  SystemMessage: {
    type: 'object',
    required: ['role', 'content'],
    properties: { role: { type: 'string', const: 'system' }, content: { type: 'string' } },
  },
  UserMessage: {
    type: 'object',
    required: ['role', 'content'],
    properties: {
      role: { type: 'string', enum: ['user'] },
      content: { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Part' } }] },
    },
  },
  AssistantMessage: {
    allOf: [{ $ref: '#/components/schemas/Named' }, { type: 'object', required: ['role'], properties: { role: { const: 'assistant' } } }],
  },
  Named: { type: 'object', properties: { name: { type: 'string', maxLength: 4 } } },
  Part: {
    oneOf: [
      { $ref: '#/components/schemas/TextPart' },
      { $ref: '#/components/schemas/ImagePart' },
      { $ref: '#/components/schemas/OpenPart' },
    ],
  },
  TextPart: { type: 'object', required: ['type', 'text'], properties: { type: { const: 'text' }, text: { type: 'string' } } },
  ImagePart: {
    type: 'object',
    required: ['type', 'image_url'],
    properties: { type: { const: 'image_url' }, image_url: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } } },
  },
  OpenPart: {
    'x-open': true,
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', not: { enum: ['text', 'image_url'] } } },
  },
  ChoiceMode: { type: 'string', enum: ['none', 'auto', 'required'] },
  NamedChoice: { type: 'object', required: ['type', 'name'], properties: { type: { const: 'function' }, name: { type: 'string' } } },
  Tool: {
    type: 'object',
    required: ['type', 'name'],
    properties: { type: { const: 'function' }, name: { type: 'string', pattern: '^[a-z]+$' } },
  },
  OpenTool: { 'x-open': true, type: 'object', required: ['type'], properties: { type: { type: 'string', not: { enum: ['function'] } } } },
  EasyItem: {
    type: 'object',
    required: ['role', 'content'],
    properties: { type: { const: 'message' }, role: { type: 'string' }, content: { type: 'string' } },
  },
  CallItem: { type: 'object', required: ['type', 'arguments'], properties: { type: { const: 'call' }, arguments: { type: 'string' } } },
}
const set = new SchemaSet({ openapi: '3.1.0', components: { schemas } })
const user = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const withField = (name: string, value: unknown) => ({ ...user('hi'), [name]: value })

describe('a valid value has no problem', () => {
  test.each<[string, unknown]>([
    ['text content', user('hi')],
    [
      'parts',
      user([
        { type: 'text', text: 'hi' },
        { type: 'image_url', image_url: { url: 'u' } },
      ]),
    ],
    ['a part of an unknown kind', user([{ type: 'hologram', data: 1 }])],
    ['unknown fields', { ...user('hi'), brand_new: { a: 1 } }],
    ['a message by allOf', { messages: [{ role: 'assistant', name: 'bob' }] }],
    ['null where it is accepted', { ...user('hi'), stop: null, temperature: null }],
    ['each type of a union', { ...user('hi'), stop: ['a'], tool_choice: 'auto' }],
    ['the object of a union', withField('tool_choice', { type: 'function', name: 'f' })],
    ['a tool of an unknown kind', withField('tools', [{ type: 'web_search' }])],
    [
      'items of a union without a common tag',
      withField('input', [
        { role: 'user', content: 'x' },
        { type: 'call', arguments: '{}' },
      ]),
    ],
    ['a property that is named like a keyword', withField('default', true)],
    ['base64 of any alphabet', withField('image', 'a-_b')],
  ])('%s', (_, value) => {
    expect(set.component('Request')(value)).toBeUndefined()
  })
})

describe('a problem names the field and what is expected', () => {
  test.each<[string, unknown, string]>([
    ['wrong type of the whole', [], 'the body must be object'],
    ['missing field', {}, '/messages is required'],
    ['wrong type in a union of types', user(5), '/messages/0/content must be string or array'],
    ['missing field of the branch that the tag means', { messages: [{ role: 'user' }] }, '/messages/0/content is required'],
    ['unknown tag', { messages: [{ role: 'ghost', content: '' }] }, '/messages/0/role must be one of "system", "user" or "assistant"'],
    ['missing tag', { messages: [{ content: '' }] }, '/messages/0/role is required'],
    ['a tag of the wrong type', { messages: [{ role: 7 }] }, '/messages/0/role must be one of "system", "user" or "assistant"'],
    ['an item that is not an object', { messages: ['hi'] }, '/messages/0 must be object'],
    ['deep in nested unions', user([{ type: 'image_url', image_url: {} }]), '/messages/0/content/0/image_url/url is required'],
    ['missing tag beside an open branch', user([{ text: 'hi' }]), '/messages/0/content/0/type is required'],
    [
      'a field of the branch by allOf',
      { messages: [{ role: 'assistant', name: 'longer' }] },
      '/messages/0/name must have at most 4 characters',
    ],
    ['empty list', { messages: [] }, '/messages must have at least 1 item'],
    ['out of range', withField('temperature', 3), '/temperature must be at most 2'],
    ['below range', withField('max_tokens', 0), '/max_tokens must be at least 1'],
    ['a fraction for a whole number', withField('max_tokens', 1.5), '/max_tokens must be integer'],
    ['an unknown value of a list', withField('tool_choice', 'maybe'), '/tool_choice must be one of "none", "auto" or "required"'],
    ['wrong member in the object of a union', withField('tool_choice', { type: 'function' }), '/tool_choice/name is required'],
    ['wrong type in a list', withField('stop', ['a', 1]), '/stop/1 must be string'],
    ['null where it is not accepted', withField('max_tokens', null), '/max_tokens must be integer'],
    ['a pattern', withField('tools', [{ type: 'function', name: 'A1' }]), '/tools/0/name must match ^[a-z]+$'],
    [
      'the nearest branch of a union without a common tag',
      withField('input', [{ type: 'call', arguments: {} }]),
      '/input/0/arguments must be string',
    ],
    ['the nearest branch where a field is missing', withField('input', [{ type: 'call' }]), '/input/0/arguments is required'],
    ['an optional tag that is unknown', withField('input', [{ type: 'ghost' }]), '/input/0/type must be one of "message" or "call"'],
    ['an optional tag of the wrong type', withField('input', [{ type: 5, role: 'user', content: 'x' }]), '/input/0/type must be "message"'],
    ['a value without the optional tag', withField('input', [{ role: 'user', content: 1 }]), '/input/0/content must be string'],
    ['a member that only one branch fixes', withField('shape', { form: 'circle' }), '/shape/radius is required'],
    ['a member that only the other fixes', withField('shape', { role: 'line' }), '/shape/ends is required'],
    ['a fixed member with another text', withField('shape', { form: 'square', ends: 5 }), '/shape/ends must be array'],
    ['the problem that lies deepest, in the second branch', withField('shape', { ends: [{}] }), '/shape/ends/0/x is required'],
    [
      'the problem that lies deepest, in the first branch',
      withField('shape', { form: 'circle', role: 'line', radius: 1, style: { width: 'x' }, ends: 5 }),
      '/shape/style/width must be number',
    ],
    ['one of equally deep problems: the first', withField('shape', {}), '/shape/form is required'],
    [
      'a union at a place with an escaped name',
      withField('a/b', [{ form: 'circle', radius: 1 }, { role: 'line' }]),
      '/a~1b/1/ends is required',
    ],
    ['an unknown member of a closed object', withField('closed', { 'a/b': 1 }), '/closed/a~1b is not a known member'],
    ['a fraction in an int64', withField('seed', 1.5), '/seed must be integer'],
  ])('%s', (_, value, message) => {
    expect(set.component('Request')(value)?.message).toBe(message)
  })

  test('the pointer stands alone, escaped', () => {
    const odd = new SchemaSet({ components: { schemas: { Odd: { type: 'object', required: ['a/b~c'] } } } })
    expect(odd.component('Odd')({})).toEqual({
      pointer: '/a~1b~0c',
      expectation: 'is required',
      message: '/a~1b~0c is required',
      rule: 'required',
    })
  })
})

test('a schema is found by pointer too, and an unknown one is an error of the caller', () => {
  const byPointer = new SchemaSet({
    paths: { '/x': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } } } } } },
    components: { schemas },
  })
  const validate = byPointer.at('#/paths/~1x/post/requestBody/content/application~1json/schema')
  expect(validate({ type: 'text' })?.message).toBe('/text is required')
  expect(() => byPointer.component('Ghost')).toThrow('the contract has no schema #/components/schemas/Ghost')
})

test('hostile keys are data', () => {
  const value: unknown = JSON.parse('{"messages":[{"role":"user","content":"hi","__proto__":{"role":5}}],"constructor":{"prototype":1}}')
  expect(set.component('Request')(value)).toBeUndefined()
})
