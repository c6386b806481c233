import { Readable } from 'node:stream'
import { providerOf } from '../providers/kinds.js'
import { discoverProviders, providersFromEnvironment } from './discovery.js'
import { listModels, type ListOptions } from './list-models.js'

/** A network in which these addresses answer; everything else refuses the connection. */
function network(
  answers: Record<string, { status?: number; body: unknown }>,
): ListOptions & { asked: Record<string, Record<string, string>> } {
  const asked: Record<string, Record<string, string>> = {}
  return {
    asked,
    fetch: (url, { headers }) => {
      asked[url] = headers
      const answer = answers[url]
      if (answer === undefined) return Promise.reject(new TypeError('fetch failed'))
      return Promise.resolve({
        status: answer.status ?? 200,
        body: Readable.from([Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))]),
      })
    },
  }
}

describe('a key variable is enough to find a provider', () => {
  test.each([
    ['OPENAI_API_KEY', 'openai', 'openai', 'https://api.openai.com/v1'],
    ['ANTHROPIC_API_KEY', 'anthropic', 'anthropic', 'https://api.anthropic.com'],
    ['GEMINI_API_KEY', 'gemini', 'gemini', 'https://generativelanguage.googleapis.com'],
    ['GOOGLE_API_KEY', 'gemini', 'gemini', 'https://generativelanguage.googleapis.com'],
    ['COHERE_API_KEY', 'cohere', 'cohere', 'https://api.cohere.com'],
    ['CO_API_KEY', 'cohere', 'cohere', 'https://api.cohere.com'],
    ['MISTRAL_API_KEY', 'mistral', 'mistral', 'https://api.mistral.ai/v1'],
    ['GROQ_API_KEY', 'groq', 'groq', 'https://api.groq.com/openai/v1'],
    ['DEEPSEEK_API_KEY', 'deepseek', undefined, undefined],
    ['XAI_API_KEY', 'xai', undefined, undefined],
    ['OPENROUTER_API_KEY', 'openrouter', undefined, undefined],
    ['TOGETHER_API_KEY', 'together', undefined, undefined],
    ['FIREWORKS_API_KEY', 'fireworks', undefined, undefined],
    ['PERPLEXITY_API_KEY', 'perplexity', undefined, undefined],
    ['CEREBRAS_API_KEY', 'cerebras', undefined, undefined],
  ])('%s → %s', (variable, name, kind, address) => {
    const [provider, ...others] = providersFromEnvironment({ [variable]: ' the-key ' })
    expect(others).toEqual([])
    expect(provider).toMatchObject({ name, api_key: 'the-key', passthrough: { prefixes: expect.any(Array) } })
    if (kind !== undefined) expect(provider?.kind).toBe(kind)
    if (address !== undefined) expect(provider?.base_url).toBe(address)
  })

  test('an empty variable is none, and the usual address variable moves the provider', () => {
    expect(providersFromEnvironment({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: ' ' })).toEqual([])
    // A `.env` file gives an address only to a key of its own.
    const file = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }
    const address = (own: Record<string, string>, fromFile: Record<string, string>): string | undefined =>
      providersFromEnvironment({ ...fromFile, ...own }, own)[0]?.base_url
    expect(address({ OPENAI_API_KEY: 'k' }, file)).toBe('https://api.openai.com/v1')
    expect(address({}, { ...file, OPENAI_API_KEY: 'k' })).toBe('http://127.0.0.1:1/v1')
    expect(address({ OPENAI_API_KEY: 'k', ...file }, {})).toBe('http://127.0.0.1:1/v1')
    // Nothing can be asked at what is not an address.
    expect(address({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'proxy' }, {})).toBeUndefined()
    expect(providersFromEnvironment({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1/' })[0]?.base_url).toBe(
      'http://127.0.0.1:1/v1',
    )
  })
})

test('a provider has the chat API that its kind has, and the proxy of the environment', () => {
  const environment = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', HTTPS_PROXY: 'http://127.0.0.1:3128', NO_PROXY: 'api.anthropic.com' }
  const [openai, anthropic] = providersFromEnvironment(environment)
  expect(openai).toMatchObject({ chat_api: 'both', connection: { proxy: 'http://127.0.0.1:3128' } })
  expect(anthropic).not.toHaveProperty('chat_api')
  expect(anthropic).not.toHaveProperty('connection')
})

describe('discovery', () => {
  test('asks each provider in its own way and lists what it has', async () => {
    const net = network({
      'https://api.openai.com/v1/models': { body: { object: 'list', data: [{ id: 'gpt-x' }, { id: 'shared' }] } },
      'https://api.anthropic.com/v1/models?limit=1000': { body: { data: [{ id: 'claude-x' }, { id: 'shared' }] } },
      'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000': { body: { models: [{ name: 'models/gemini-x' }] } },
      'https://api.cohere.com/v1/models?page_size=1000': { body: { models: [{ name: 'command-x' }] } },
    })
    const environment = { OPENAI_API_KEY: 'ko', ANTHROPIC_API_KEY: 'ka', GEMINI_API_KEY: 'kg', COHERE_API_KEY: 'kc' }
    const found = await discoverProviders({ environment, ownPort: 8787, fetch: net.fetch })
    expect(found.models.map(({ name, targets }) => [name, targets[0]?.provider])).toEqual([
      ['gpt-x', 'openai'],
      ['shared', 'openai'],
      ['claude-x', 'anthropic'],
      ['anthropic/shared', 'anthropic'],
      ['gemini-x', 'gemini'],
      ['command-x', 'cohere'],
    ])
    expect(net.asked['https://api.openai.com/v1/models']).toEqual({ authorization: 'Bearer ko' })
    expect(net.asked['https://api.anthropic.com/v1/models?limit=1000']).toMatchObject({ 'x-api-key': 'ka' })
    expect(net.asked['https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000']).toEqual({ 'x-goog-api-key': 'kg' })
    expect(found.findings).toContain('openai: 2 models')
  })

  test('keeps a provider whose models cannot be listed, and says why without its key', async () => {
    const net = network({
      'https://api.openai.com/v1/models': { status: 401, body: { error: { message: 'Incorrect API key provided: sk-canary' } } },
    })
    const found = await discoverProviders({
      environment: { OPENAI_API_KEY: 'sk-canary', MISTRAL_API_KEY: 'k' },
      ownPort: 8787,
      fetch: net.fetch,
    })
    expect(found.providers.map((provider) => provider.name)).toEqual(['openai', 'mistral'])
    expect(found.findings).toEqual([
      'openai: key found, but its models cannot be listed (the key was refused)',
      'mistral: key found, but its models cannot be listed (no connection)',
    ])
  })

  test('asks the usual port of each local server', async () => {
    const ports = { ollama: 11434, 'lm-studio': 1234, 'llama-cpp': 8080, vllm: 8000 }
    const net = network(
      Object.fromEntries(
        Object.entries(ports).map(([name, port]) => [
          `http://127.0.0.1:${port}/v1/models`,
          { body: { data: [{ id: `${name}-x` }, { id: 'shared' }] } },
        ]),
      ),
    )
    const found = await discoverProviders({ environment: {}, ownPort: 8787, fetch: net.fetch })
    expect(found.providers.map(({ name, kind }) => [name, kind])).toEqual([
      ['ollama', 'ollama'],
      ['lm-studio', 'lm-studio'],
      ['llama-cpp', 'openai-compatible'],
      ['vllm', 'vllm'],
    ])
    expect(found.findings).toEqual([
      'ollama: Ollama is running, 2 models',
      'lm-studio: LM Studio is running, 2 models',
      'llama-cpp: a llama.cpp server is running, 2 models',
      'vllm: vLLM is running, 2 models',
    ])
    expect(found.models.map(({ name }) => name)).toEqual([
      'ollama-x',
      'shared',
      'lm-studio-x',
      'lm-studio/shared',
      'llama-cpp-x',
      'llama-cpp/shared',
      'vllm-x',
      'vllm/shared',
    ])
  })

  test('finds servers of this machine by their port and by what they answer, never itself', async () => {
    const net = network({
      'http://127.0.0.1:11434/v1/models': { body: { object: 'list', data: [{ id: 'llama3:8b' }] } },
      'http://127.0.0.1:8080/v1/models': { body: '<html>somebody else</html>' },
      'http://127.0.0.1:8000/v1/models': { body: { detail: 'something else' } },
      'http://127.0.0.1:1234/v1/models': { body: { data: [] } },
    })
    const found = await discoverProviders({ environment: {}, ownPort: 8080, fetch: net.fetch })
    expect(found.providers).toEqual([
      {
        name: 'ollama',
        kind: 'ollama',
        base_url: 'http://127.0.0.1:11434/v1',
        chat_api: 'chat',
        headers: {},
        passthrough: { prefixes: [] },
        settings: {},
      },
    ])
    expect(found.models.map((model) => model.name)).toEqual(['llama3:8b'])
    expect(found.findings).toEqual(['ollama: Ollama is running, 1 model'])
    expect(net.asked).not.toHaveProperty(['http://127.0.0.1:8080/v1/models'])
  })
})

test('a list of models without an end is not read to its end', async () => {
  let pieces = 0
  const endless = Readable.from(
    (function* () {
      for (; pieces < 10_000; pieces++) yield Buffer.alloc(65_536, 32)
    })(),
  )
  const provider = providerOf({ name: 'p', kind: 'openai', base_url: 'http://127.0.0.1:1/v1', headers: {}, settings: {} })
  const found = await listModels(provider, 1000, { fetch: () => Promise.resolve({ status: 200, body: endless }) })
  expect(found).toEqual({ problem: 'the list is too long', status: 200 })
  expect(pieces).toBeLessThan(100)
})
