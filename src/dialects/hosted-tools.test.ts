import { GatewayFailure } from '../exchange/error.js'
import { LossLedger } from '../exchange/ledger.js'
import type { ChatDialect, UpstreamDialect } from '../exchange/dialect-name.js'
import type { TargetTraits } from '../exchange/target.js'
import type { WireObject } from './dialect.js'
import { clientDialects, upstreamDialects } from './registry.js'

interface Encoded {
  readonly wire: WireObject
  readonly lost: readonly string[]
}

interface At {
  readonly model?: string
  readonly traits?: TargetTraits
}

function encode(
  client: ChatDialect,
  upstream: UpstreamDialect,
  members: WireObject,
  { model = 'up-model', traits = {} }: At = {},
): Encoded {
  const ledger = new LossLedger()
  const request = clientDialects[client].decodeRequest({ ...questions[client], ...members }, { ledger, model: 'm', stream: false })
  const newId = (prefix: string) => `${prefix}1`
  const wire = upstreamDialects[upstream].encodeRequest(request, { model, defaultMaxOutputTokens: 4096, traits, ledger, newId })
  return { wire, lost: ledger.losses.flatMap(({ action, at }) => (action === 'dropped' ? [at] : [])) }
}

function refusal(client: ChatDialect, upstream: UpstreamDialect, members: WireObject, at?: At): string | undefined {
  try {
    encode(client, upstream, members, at)
  } catch (failure) {
    if (failure instanceof GatewayFailure) return `${failure.error.param ?? ''} ${failure.message}`
    throw failure
  }
  return undefined
}

const questions: Readonly<Record<ChatDialect, WireObject>> = {
  'chat-completions': { messages: [{ role: 'user', content: 'Hi.' }] },
  messages: { max_tokens: 100, messages: [{ role: 'user', content: 'Hi.' }] },
  responses: { input: 'Hi.' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] },
}

const parameters = { type: 'object', properties: {} }
const functions: Readonly<Record<ChatDialect, WireObject>> = {
  'chat-completions': { type: 'function', function: { name: 'read', parameters } },
  messages: { name: 'read', input_schema: parameters },
  responses: { type: 'function', name: 'read', parameters },
  'generate-content': { functionDeclarations: [{ name: 'read', parametersJsonSchema: parameters }] },
}

const searches: Readonly<Record<ChatDialect, WireObject>> = {
  'chat-completions': { web_search_options: {} },
  messages: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  responses: { tools: [{ type: 'web_search' }] },
  'generate-content': { tools: [{ googleSearch: {} }] },
}

const clients = ['chat-completions', 'messages', 'responses', 'generate-content'] as const

describe('web search', () => {
  test.each(clients.flatMap((client) => clients.map((upstream) => [client, upstream] as const)))(
    '%s > %s is requested in the format of the upstream',
    (client, upstream) => {
      const { wire, lost } = encode(client, upstream, searches[client])
      expect(wire).toMatchObject(searches[upstream])
      expect(lost).toEqual([])
    },
  )

  test('records the members of a location that have no counterpart', () => {
    const user_location = { type: 'exact', city: 'Bern', street: 'Lane 1' }
    const { wire, lost } = encode('responses', 'messages', { tools: [{ type: 'web_search', user_location }] })
    expect(wire).toMatchObject({ tools: [{ user_location: { type: 'approximate', city: 'Bern' } }] })
    expect(lost).toEqual(['/tools/0/user_location/type', '/tools/0/user_location/street'])
  })

  test('is requested once', () => {
    const tools = [{ type: 'web_search' }, { type: 'web_search_preview' }]
    expect(encode('responses', 'messages', { tools })).toMatchObject({ wire: { tools: [{ name: 'web_search' }] }, lost: ['/tools/1'] })
  })

  test('keeps the settings that the target supports', () => {
    const location = { type: 'approximate', city: 'Bern', country: 'CH' }
    const filters = { allowed_domains: ['a.example'] }
    const tool = { type: 'web_search', search_context_size: 'low', user_location: location, filters }
    expect(encode('responses', 'messages', { tools: [tool] })).toMatchObject({
      wire: { tools: [{ type: 'web_search_20250305', name: 'web_search', allowed_domains: ['a.example'], user_location: location }] },
      lost: ['/tools/0/search_context_size'],
    })
    expect(encode('responses', 'chat-completions', { tools: [tool] })).toMatchObject({
      wire: {
        web_search_options: {
          search_context_size: 'low',
          user_location: { type: 'approximate', approximate: { city: 'Bern', country: 'CH' } },
        },
      },
      lost: ['/tools/0/filters/allowed_domains'],
    })
  })

  test.each<[string, UpstreamDialect, WireObject, At]>([
    ['Gemini accepts no search together with functions', 'generate-content', { tools: [functions.responses, { type: 'web_search' }] }, {}],
    [
      "OpenAI's chat model does not search",
      'chat-completions',
      { tools: [functions.responses, { type: 'web_search' }] },
      { model: 'gpt-5-mini' },
    ],
    [
      'the server has function tools only',
      'chat-completions',
      { tools: [functions.responses, { type: 'web_search' }] },
      { traits: { functionToolsOnly: true } },
    ],
    [
      'only responses has a search without fetching',
      'messages',
      { tools: [functions.responses, { type: 'web_search', external_web_access: false }] },
      {},
    ],
    [
      'a function has the name of the search tool',
      'messages',
      { tools: [{ ...functions.responses, name: 'web_search' }, { type: 'web_search' }] },
      {},
    ],
  ])('is dropped: %s', (_why, upstream, members, at) => {
    const { wire, lost } = encode('responses', upstream, members, at)
    expect(lost).toContain('/tools/1')
    expect(wire).toHaveProperty('tools')
    expect(JSON.stringify(wire)).not.toMatch(/googleSearch|web_search_options|web_search_2025/)
  })

  test.each<[ChatDialect, WireObject, UpstreamDialect, unknown]>([
    ['responses', { type: 'web_search' }, 'messages', { type: 'tool', name: 'web_search' }],
    ['messages', { type: 'tool', name: 'web_search' }, 'responses', { type: 'web_search' }],
  ])('that %s requires by tool_choice', (client, tool_choice, upstream, expected) => {
    expect(encode(client, upstream, { ...searches[client], tool_choice }).wire['tool_choice']).toEqual(expected)
  })
})

describe('a provider tool that the target does not have', () => {
  const hosted: Readonly<Record<ChatDialect, readonly [tool: WireObject, name: string]>> = {
    'chat-completions': [{ type: 'browser_search' }, 'browser_search'],
    messages: [{ type: 'code_execution_20250825', name: 'code_execution' }, 'code_execution_20250825'],
    responses: [{ type: 'image_generation' }, 'image_generation'],
    'generate-content': [{ codeExecution: {} }, 'codeExecution'],
  }
  const pairs = clients.flatMap((client) =>
    Object.values(upstreamDialects).flatMap(({ name }) => (name === client ? [] : [[client, name] as const])),
  )

  test.each(pairs)('%s > %s: dropped where there are functions too, otherwise refused with its name', (client, upstream) => {
    const [tool, name] = hosted[client]
    const { wire, lost } = encode(client, upstream, { tools: [functions[client], tool] })
    expect(JSON.stringify(wire)).toContain('read')
    expect(JSON.stringify(wire)).not.toContain(name)
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatch(/^\/tools\/1/)
    expect(refusal(client, upstream, { tools: [tool] })).toMatch(new RegExp(`^/tools/0.*${name}`))
  })

  test.each(Object.values(upstreamDialects).flatMap(({ name }) => (name === 'responses' ? [] : [name])))(
    'responses > %s: refused with its name where it must be called',
    (upstream) => {
      const tools = [functions.responses, { type: 'image_generation' }]
      expect(refusal('responses', upstream, { tools, tool_choice: { type: 'image_generation' } })).toMatch(
        /^\/tool_choice .*image_generation/,
      )
      expect(refusal('responses', upstream, { tools, tool_choice: { type: 'web_search' } })).toMatch(/^\/tool_choice .*web_search/)
    },
  )

  test('is dropped where no tool may be called', () => {
    expect(encode('responses', 'cohere-chat', { tools: [{ type: 'image_generation' }], tool_choice: 'none' }).lost).toEqual(['/tools/0'])
  })
})
