import { Program, type ProgramOptions } from '../program.js'

/** The token that the configuration gives to the tests. */
export const token = 'sk-contract'
/** The key of the gateway's own API. */
export const adminKey = 'adm-contract'

/** The base paths of each style at an upstream. */
type BasePaths = Readonly<Record<'chat' | 'responses' | 'messages' | 'generateContent' | 'cohere', string>>

const ownPaths: BasePaths = {
  chat: '/openai/v1',
  responses: '/responses/v1',
  messages: '/anthropic',
  generateContent: '/gemini',
  cohere: '/cohere',
}
const mockPaths: BasePaths = { chat: '/v1', responses: '/v1', messages: '', generateContent: '', cohere: '' }

/** The built gateway in front of upstreams, with a base path for each style and a model `m-<provider>` for each. */
export function startGateway(upstream: string): Promise<Program> {
  return Program.start(configuration(upstream, ownPaths))
}

/** The built gateway in front of our own mock. `settings` overrides the configuration. */
export function startMockedGateway(
  mock: string,
  options: ProgramOptions = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Program> {
  return Program.start({ ...configuration(mock, mockPaths), ...settings }, options)
}

function configuration(upstream: string, paths: BasePaths): Readonly<Record<string, unknown>> {
  const providers = [
    { name: 'openai', kind: 'openai', base_url: upstream + paths.chat },
    { name: 'responses', kind: 'openai', base_url: upstream + paths.responses, chat_api: 'responses' },
    { name: 'anthropic', kind: 'anthropic', base_url: upstream + paths.messages },
    { name: 'gemini', kind: 'gemini', base_url: upstream + paths.generateContent },
    { name: 'cohere', kind: 'cohere', base_url: upstream + paths.cohere },
  ]
  return {
    database: 'memory',
    admin: { key: adminKey },
    tokens: [{ name: 'contract', key: token }],
    providers: providers.map((provider) => ({ ...provider, api_key: 'up-key' })),
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up-model' }] })),
    retries: { attempts: 1 },
    breaker: { consecutive_failures: 1000000, open_ms: 1, open_max_ms: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 1000 },
  }
}
