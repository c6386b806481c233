import type { ProviderSettings } from '../provider-settings.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { TargetTraits } from '../../exchange/target.js'
import { noTraits, type ProviderKind, type RequestChanges } from '../provider.js'
import { pathSegment } from '../upstream-path.js'
import { credentialsOf, regionOf, secretsOf } from './credentials.js'
import { keysOfMachine, secretsOfMachine } from './identity/keys-of-machine.js'

/**
 * Anthropic's models by InvokeModel: model and streaming are in the path, version and beta features in the body
 * (https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock).
 */
const invokeChanges: RequestChanges = {
  put: { anthropic_version: '"bedrock-2023-05-31"' },
  leaveOut: ['model', 'stream'],
  intoBody: { 'anthropic-beta': 'anthropic_beta' },
  // InvokeModel takes `accept` for the media type of the model's answer.
  headers: { 'anthropic-version': undefined, accept: 'application/json' },
}

/** Members that only Anthropic's own service has; Bedrock refuses unknown ones. */
const invokeTraits: TargetTraits = {
  webSearch: false,
  unsupported: ['service_tier', 'mcp_servers', 'container', 'inference_geo', 'speed', 'thread'],
}

/**
 * Amazon Bedrock: Anthropic's models by InvokeModel in the messages dialect, all others by Converse. Requests are signed with
 * SigV4, or have a Bedrock API key as a bearer token.
 */
export const bedrock: ProviderKind = {
  kind: 'bedrock',
  priceLists: ['aws'],
  keyVariables: [],
  configuration: {
    description:
      'Amazon Bedrock. An api_key is a Bedrock API key. Default: the AWS keys of the settings, of the usual AWS_* variables, of a profile, a web identity, a container or an instance.',
    address: 'made',
    signs: 'always',
    settings: {
      region: {
        type: 'string',
        pattern: '^[a-z0-9-]+$',
        'x-expected': 'expected a region such as us-east-1',
        description: 'The AWS region. Default: AWS_REGION, else us-east-1.',
      },
      access_key_id: { type: 'string', minLength: 1, description: 'AWS access key.' },
      secret_access_key: { type: 'string', minLength: 1, description: 'The secret of the access key.' },
      session_token: { type: 'string', minLength: 1, description: 'The session token of temporary credentials.' },
      profile: {
        type: 'string',
        minLength: 1,
        description: 'A profile of the shared files (~/.aws) in place of keys. Default: AWS_PROFILE.',
      },
      chat: {
        enum: ['auto', 'converse', 'messages'],
        description:
          "The API for models: Anthropic's in the messages style and others by Converse (auto), or one API for all. Default: auto.",
      },
    },
  },
  families: [
    { name: 'Claude', model: 'us.anthropic.claude-opus-4-6-v1:0' },
    { name: 'other models', model: 'amazon.nova-lite-v1:0' },
  ],
  baseUrl: (settings) => `https://bedrock-runtime.${regionOf(settings, process.env)}.amazonaws.com`,
  conversationDialects: dialectsOf,
  address(endpoint) {
    if (endpoint.type !== 'conversation') return undefined
    const model = `/model/${pathSegment(endpoint.model)}`
    if (endpoint.dialect === 'bedrock-converse')
      return { method: 'POST', path: `${model}/${endpoint.stream ? 'converse-stream' : 'converse'}` }
    if (endpoint.dialect !== 'messages') return undefined
    return { method: 'POST', path: `${model}/${endpoint.stream ? 'invoke-with-response-stream' : 'invoke'}` }
  },
  requestChanges(endpoint) {
    if (endpoint.type !== 'conversation') return undefined
    return endpoint.dialect === 'messages' ? invokeChanges : { headers: { accept: 'application/json' } }
  },
  streamFraming(endpoint) {
    if (endpoint.type !== 'conversation') return undefined
    return endpoint.dialect === 'messages' ? 'aws-chunks' : 'aws-events'
  },
  async authenticate(request, settings) {
    const credentials = credentialsOf(settings, process.env) ?? (await keysOfMachine(settings))
    if ('key' in credentials) return { authorization: `Bearer ${credentials.key}` }
    // Loaded at the first use: most gateways have no provider of this kind.
    const { sign } = await import('./sign.js')
    return sign(request, credentials, { service: 'bedrock', region: regionOf(settings, process.env), now: new Date() })
  },
  secrets: (settings) => [...secretsOf(settings, process.env), ...secretsOfMachine(settings)],
  traits: (_settings, _model, dialect) => (dialect === 'messages' ? invokeTraits : noTraits),
}

function dialectsOf({ settings }: ProviderSettings, model: string): readonly UpstreamDialect[] {
  const { chat } = settings
  if (chat === 'converse') return ['bedrock-converse']
  return chat === 'messages' || isAnthropic(model) ? ['messages'] : ['bedrock-converse']
}

/** Anthropic's models by their ids and by the ids and ARNs of their inference profiles: `us.anthropic.claude-…`. */
function isAnthropic(model: string): boolean {
  return /(^|[./])anthropic\.claude-/.test(model)
}
