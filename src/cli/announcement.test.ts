import { loadConfiguration } from '../config/index.js'
import { announcement } from './announcement.js'
import { exampleModel, exampleRequests } from './example-requests.js'

const address = 'http://127.0.0.1:8787'
const model = (name: string) => ({ name, aliases: [], targets: [{ provider: 'p', model: name }] })
const bare = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })

describe('the first start tells a person', () => {
  const firstToken = `sk-aw-${'x'.repeat(49)}`
  const text = announcement({
    configuration: { ...bare, models: [model('smollm2-135m-instruct')] },
    address,
    findings: ['local: the built-in model'],
    firstToken,
  })

  test.each([
    ['OpenAI clients', /OpenAI +http:\/\/127\.0\.0\.1:8787\/v1 /],
    ['Anthropic clients', /Anthropic +http:\/\/127\.0\.0\.1:8787 /],
    ['Gemini clients', /Gemini +http:\/\/127\.0\.0\.1:8787 /],
    ['the AI SDK for Google', /Gemini, AI SDK +http:\/\/127\.0\.0\.1:8787\/v1beta +createGoogleGenerativeAI/],
    ['the providers', /local: the built-in model/],
  ])('the base address for, or the lines about, %s', (_what, pattern) => {
    expect(text).toMatch(pattern)
  })

  test('the token, once', () => {
    expect(text.split(firstToken)).toHaveLength(2)
    expect(text).toContain(`export ANYWIRE_TOKEN=${firstToken}`)
  })

  test('the link to set up the console, where it has no account', () => {
    expect(text).not.toContain('Set up the console')
    const setUpLink = `${address}/console/set-up?code=7F3K-9QPM`
    expect(announcement({ configuration: bare, address, findings: [], setUpLink })).toContain(`\nSet up the console: ${setUpLink}\n`)
  })

  test('what to do where no provider was found', () => {
    expect(announcement({ configuration: bare, address, findings: [] })).toContain('Set a key (OPENAI_API_KEY')
  })
})

describe('the example requests', () => {
  test('are one for each style, with JSON that can be read', () => {
    const requests = exampleRequests(address, 'meta/llama-3')
    expect(requests.map((request) => request.style)).toEqual(['Chat completions', 'Messages', 'Responses', 'Generate content'])
    for (const { command } of requests) {
      const body: unknown = JSON.parse(/-d '(.*)'$/.exec(command)?.[1] ?? '')
      expect(body).toBeInstanceOf(Object)
      expect(command).toContain('$ANYWIRE_TOKEN')
    }
    expect(requests[3]?.command).toContain('/v1beta/models/meta/llama-3:generateContent')
  })

  test.each([
    ['a small chat model', ['text-embedding-3-small', 'gpt-5', 'gpt-5-mini'], 'gpt-5-mini'],
    ['the first chat model', ['whisper-1', 'gpt-5', 'gpt-4'], 'gpt-5'],
    ['none where there is none', ['whisper-1'], undefined],
  ])('name %s', (_what, names, expected) => {
    expect(exampleModel(names.map(model))).toBe(expected)
  })
})
