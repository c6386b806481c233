import { Program } from '../program.js'
import { token } from './gateway.js'

/** The built program in front of one OpenAI-style provider with the model `m-openai`. */
export function builtGateway(
  providerAddress: string,
  settings: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const configuration = {
    database: 'memory',
    tokens: [{ name: 'test', key: token }],
    providers: [{ name: 'openai', kind: 'openai', base_url: `${providerAddress}/v1`, api_key: 'up-key' }],
    models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    retries: { attempts: 1 },
    ...settings,
  }
  return Program.start(configuration, { environment })
}
