import { LossLedger } from '../ledger.js'
import type { MediaPart } from '../part.js'
import type { ConversationRequest, FunctionTool, JsonSchema, OutputFormat } from '../request.js'
import type { Accepts } from './accepts.js'
import type { AnswerSchemaRules } from './answer-schema.js'
import { fitConversation } from './fit.js'

const answers: AnswerSchemaRules = { closedObjects: true, described: ['minimum', 'maxLength'], formats: ['date'] }
const strictest: Accepts = {
  toolNames: { pattern: /^[a-z_]{1,64}$/, forbidden: /[^a-z_]/g, maxLength: 64 },
  toolSchemas: { complete: true, rootCombinators: false, strict: answers },
  answerSchemas: answers,
  formatBesideTools: (model) => model !== 'old',
  userIdLength: 8,
}
const laxest: Accepts = {
  toolNames: { pattern: /^/, forbidden: /$^/g, maxLength: 1000 },
  toolSchemas: { complete: false, rootCombinators: true },
}

function fit(members: Partial<ConversationRequest>, model = 'new', accepts = strictest) {
  const ledger = new LossLedger()
  const original: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'm',
    stream: false,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi.', at: '/t' }], at: '/u' }],
    tools: [],
    settings: {},
    ...members,
  }
  const conversation = fitConversation(original, accepts, { model, ledger })
  return { original, conversation, losses: ledger.losses.map(({ action, at }) => `${action} ${at}`) }
}

const tool = (parameters: JsonSchema, more: Partial<FunctionTool> = {}): FunctionTool => ({
  type: 'function',
  name: 'look',
  parameters,
  at: '/tools/0',
  ...more,
})

test('required arguments that the schema does not declare are not required, at any depth', () => {
  const inner: JsonSchema = { type: 'object', properties: { b: {} }, required: ['gone'] }
  const parameters: JsonSchema = { type: 'object', properties: { a: inner }, required: ['a', 'gone'], anyOf: [{ required: ['a'] }] }
  const rules: Accepts = { ...laxest, toolSchemas: { ...laxest.toolSchemas, requiredAreDeclared: true } }
  const { conversation, losses } = fit({ tools: [tool(parameters)] }, 'new', rules)
  expect(conversation.tools).toMatchObject([
    {
      parameters: {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: {} } } },
        required: ['a'],
        anyOf: [{ required: ['a'] }],
      },
    },
  ])
  expect(JSON.stringify(conversation.tools)).not.toContain('gone')
  expect(losses).toEqual(['approximated /tools/0'])
  expect(fit({ tools: [tool(parameters)] }, 'new', laxest).losses).toEqual([])
})

describe('the schema of arguments', () => {
  const cases: [string, JsonSchema, JsonSchema][] = [
    ['an object without properties', { type: 'object' }, { type: 'object', properties: {} }],
    [
      'a list without items, at any depth',
      { type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'] }, { type: 'string' }] } } },
      { type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'], items: {} }, { type: 'string' }] } } },
    ],
    [
      'null in place of a list; `default` may be null',
      { type: 'object', properties: { a: { type: 'string', enum: null, default: null } }, required: null },
      { type: 'object', properties: { a: { type: 'string', default: null } } },
    ],
    [
      'a property named like a keyword',
      { type: 'object', properties: { required: { type: 'array', items: { type: 'string' } }, properties: { type: 'string' } } },
      { type: 'object', properties: { required: { type: 'array', items: { type: 'string' } }, properties: { type: 'string' } } },
    ],
  ]
  test.each(cases)('%s', (_name, parameters, expected) => {
    expect(fit({ tools: [tool(parameters)] }).conversation.tools).toEqual([tool(expected)])
  })

  test('alternatives at the root move into the description, and their properties to the root', () => {
    const parameters = {
      type: 'object',
      properties: { name: { type: 'string' } },
      anyOf: [{ required: ['name'] }, { $ref: '#/$defs/floor' }],
      allOf: [{ properties: { house: { type: 'string' } }, required: ['house'] }],
      $defs: { floor: { properties: { floor: { type: 'integer' } }, required: ['floor'] } },
    }
    const { conversation, losses } = fit({ tools: [tool(parameters, { description: 'Looks.' })] })
    const [fitted] = conversation.tools as FunctionTool[]
    expect(fitted?.parameters).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, house: { type: 'string' }, floor: { type: 'integer' } },
      required: ['house'],
      $defs: { floor: { properties: { floor: { type: 'integer' } }, required: ['floor'] } },
    })
    expect(fitted?.description).toContain('Looks.')
    expect(fitted?.description).toContain('anyOf: [{"required":["name"]},{"$ref":"#/$defs/floor"}]')
    expect(losses).toEqual(['approximated /tools/0'])
  })

  test('of a strict tool follows the rules for answers', () => {
    const parameters = { type: 'object', properties: { a: { type: 'integer', minimum: 1 } } }
    const strict = { strict: { value: true, at: '/tools/0/strict' } }
    expect(fit({ tools: [tool(parameters, strict)] }).conversation.tools).toEqual([
      tool({ type: 'object', properties: { a: { type: 'integer', description: 'minimum: 1' } }, additionalProperties: false }, strict),
    ])
    expect(fit({ tools: [tool(parameters)] }).conversation.tools).toEqual([tool(parameters)])
  })
})

describe('the schema of the answer', () => {
  const output = (schema: JsonSchema): { value: OutputFormat; at: string } => ({ value: { type: 'json-schema', schema }, at: '/f' })

  test('gets closed objects, and limits move into descriptions', () => {
    const { conversation, losses } = fit({
      output: output({
        type: 'object',
        properties: { age: { type: 'integer', minimum: 1, description: 'In years.' }, when: { type: 'string', format: 'date' } },
        $defs: { a: { type: 'object', additionalProperties: true }, b: { type: 'string', format: 'iban', maxLength: 34 } },
      }),
    })
    expect(conversation.output).toEqual(
      output({
        type: 'object',
        properties: { age: { type: 'integer', description: 'In years. (minimum: 1)' }, when: { type: 'string', format: 'date' } },
        $defs: {
          a: { type: 'object', additionalProperties: false },
          b: { type: 'string', description: 'format: "iban", maxLength: 34' },
        },
        additionalProperties: false,
      }),
    )
    expect(losses).toEqual(['approximated /f', 'approximated /f'])
  })

  test('stays where its objects are closed already', () => {
    const closed = output({ type: 'object', properties: {}, additionalProperties: false })
    const { conversation, losses } = fit({ output: closed })
    expect([conversation.output, losses]).toEqual([closed, []])
  })
})

describe('an output format beside tools', () => {
  const system = { role: 'system', parts: [{ type: 'text', text: 'Be brief.', at: '/s' }], at: '/s' } as const
  const user = { role: 'user', parts: [{ type: 'text', text: 'Hi.', at: '/t' }], at: '/u' } as const
  const request = {
    turns: [system, user],
    tools: [tool({ type: 'object', properties: {} })],
    output: { value: { type: 'json-schema', schema: { type: 'object', additionalProperties: false } }, at: '/f' },
  } as const

  test('becomes an instruction for a model that does not accept both', () => {
    const { conversation, losses } = fit(request, 'old')
    expect(conversation).not.toHaveProperty('output')
    expect(conversation.turns).toEqual([
      system,
      { role: 'system', parts: [{ type: 'text', text: expect.stringContaining('"additionalProperties":false'), at: '/f' }], at: '/f' },
      user,
    ])
    expect(losses).toEqual(['approximated /f'])
  })

  test('stays for other models, without tools, and with `tool_choice: none`', () => {
    const none = { toolChoice: { value: { type: 'none' }, at: '/c' } } as const
    for (const { conversation } of [fit(request), fit({ ...request, tools: [] }, 'old'), fit({ ...request, ...none }, 'old')])
      expect([conversation.output, conversation.turns]).toEqual([request.output, request.turns])
  })
})

describe('ids of end users', () => {
  const user = (value: string) => ({ settings: { user: { value, at: '/user' } } })

  test('that are too long become a digest, always the same', () => {
    const { conversation, losses } = fit(user('user_4f1c_account_1111'))
    expect(conversation.settings.user?.value).toMatch(/^user_[0-9a-f]{40}$/)
    expect(conversation.settings).toEqual(fit(user('user_4f1c_account_1111')).conversation.settings)
    expect(losses).toEqual(['approximated /user'])
  })
  test('that fit stay', () => expect(fit(user('u-1')).conversation.settings.user?.value).toBe('u-1'))
})

describe('media types', () => {
  const media = (mediaType: string, bytes: string | Buffer, kind: MediaPart['kind'] = 'image'): MediaPart => ({
    type: 'media',
    kind,
    source: { type: 'base64', mediaType, data: Buffer.from(bytes).toString('base64') },
    at: '/m',
  })
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
  const wrong: [string, MediaPart, MediaPart][] = [
    ['a JPEG declared as PNG', media('image/png', jpeg), media('image/jpeg', jpeg)],
    ['a PNG without a specific type', media('application/octet-stream', png, 'document'), media('image/png', png)],
    ['a WebP', media('image/jpeg', 'RIFF0000WEBPVP8 '), media('image/webp', 'RIFF0000WEBPVP8 ')],
    ['a PDF declared as an image', media('image/png', '%PDF-1.7'), media('application/pdf', '%PDF-1.7', 'document')],
    ['a WAV file', media('audio/mpeg', 'RIFF0000WAVEfmt ', 'audio'), media('audio/wav', 'RIFF0000WAVEfmt ', 'audio')],
  ]
  test.each(wrong)('%s gets the type of its bytes, in tool results too', (_name, declared, expected) => {
    const result = (content: MediaPart) => ({ type: 'tool-result', callId: 'a', kind: 'function', content: [content], at: '/r' }) as const
    const { conversation, losses } = fit({ turns: [{ role: 'user', parts: [declared, result(declared)], at: '/u' }] })
    expect(conversation.turns[0]?.parts).toEqual([expected, result(expected)])
    expect(losses).toEqual(['moved /m', 'moved /m'])
  })
  test.each([media('image/jpg', jpeg), media('image/png; q=1', png), media('image/png', 'anything'), media('image/heic', 'ftyp')])(
    'stays where the bytes do not contradict it: %j',
    (part) => expect(fit({ turns: [{ role: 'user', parts: [part], at: '/u' }] }).conversation.turns[0]?.parts).toEqual([part]),
  )
})

test('the request of a provider without limits is unchanged', () => {
  const { original, conversation, losses } = fit(
    { tools: [tool({ type: 'object', anyOf: [{ type: 'array' }] })], settings: { user: { value: 'a'.repeat(999), at: '/user' } } },
    'new',
    laxest,
  )
  expect(conversation).toBe(original)
  expect(losses).toEqual([])
})
