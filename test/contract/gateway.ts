import { Program } from '../program.js'

/** The token that the configuration gives to the tests. */
export const token = 'sk-contract'

/** The built gateway in a process of its own, in front of the given upstreams; a model `m-<kind>` for each. */
export function startGateway(upstream: string): Promise<Program> {
  return Program.start(configuration(upstream))
}

function configuration(upstream: string): unknown {
  const provider = (name: string, kind: string, path: string, more = {}) => ({
    name,
    kind,
    base_url: upstream + path,
    api_key: 'up-key',
    ...more,
  })
  const providers = [
    provider('openai', 'openai', '/openai/v1'),
    provider('responses', 'openai', '/responses/v1', { chat_api: 'responses' }),
    provider('anthropic', 'anthropic', '/anthropic'),
    provider('gemini', 'gemini', '/gemini'),
    provider('cohere', 'cohere', '/cohere'),
  ]
  return {
    database: 'memory',
    tokens: [{ name: 'contract', key: token }],
    providers,
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up-model' }] })),
    retries: { attempts: 1 },
    breaker: { consecutive_failures: 1000000, open_ms: 1, open_max_ms: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 1000 },
  }
}
