import type { ProviderSettings } from '../provider-settings.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { FormatsOf } from '../../exchange/media-task.js'
import type { TargetTraits } from '../../exchange/target.js'
import { noTraits, type Endpoint, type EndpointAddress, type MediaFormats, type ProviderKind, type RequestChanges } from '../provider.js'
import { identityFetch } from '../identity-fetch.js'
import { accessTokens } from './access-token.js'
import type { AccessTokens } from './google-tokens.js'
import { pathSegment } from '../upstream-path.js'
import { bareName, familyOf, type Family } from './models.js'
import { defined } from '../../json/object.js'

const dialects: Readonly<Record<Family, readonly UpstreamDialect[]>> = {
  anthropic: ['messages'],
  gemini: ['generate-content'],
  openai: ['chat-completions'],
  embedding: [],
}

const geminiMedia: MediaFormats = {
  'image-generations': 'gemini',
  'image-edits': 'gemini',
  transcriptions: 'gemini',
  translations: 'gemini',
  speech: 'gemini',
}

function mediaFor(model: string): MediaFormats {
  const family = familyOf(model)
  if (family === 'gemini') return geminiMedia
  return family === 'embedding' ? { embeddings: embeddingFormat(bareName(model)) } : {}
}

/** Texts are sent to `:predict`, where the first Gemini embedding model accepts one in a request; its successors have `:embedContent`. */
function embeddingFormat(model: string): FormatsOf['embeddings'] {
  if (!model.startsWith('gemini-embedding-')) return 'vertex-predict'
  return model.startsWith('gemini-embedding-001') ? 'vertex-predict-one' : 'vertex-content'
}

const traitsByFamily: Readonly<Record<Family, TargetTraits>> = {
  // Members that only Anthropic's own service has.
  anthropic: { unsupported: ['service_tier', 'mcp_servers', 'container', 'inference_geo', 'speed', 'thread'] },
  gemini: { flatTokenCount: true },
  openai: { maxTokensField: 'max_tokens', systemRole: 'system', functionToolsOnly: true, unsupported: ['service_tier'] },
  embedding: noTraits,
}

/**
 * Anthropic's models: the model is in the path, version and beta features are in the body
 * (https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai).
 */
const anthropicChanges: RequestChanges = {
  put: { anthropic_version: '"vertex-2023-10-16"' },
  leaveOut: ['model'],
  intoBody: { 'anthropic-beta': 'anthropic_beta' },
  headers: { 'anthropic-version': undefined },
}

const tokensOf = new WeakMap<ProviderSettings, AccessTokens>()
/** The last access token that was sent, to be masked in errors. */
const lastTokens = new WeakMap<ProviderSettings, string>()

/**
 * Google Vertex AI. The model's name decides the dialect: messages for `claude-…`, generate content for `gemini-…`, chat completions
 * for all others.
 */
export const vertex: ProviderKind = {
  kind: 'vertex',
  priceLists: ['google'],
  keyVariables: [],
  configuration: {
    description:
      'Google Vertex AI: models of Google, Anthropic and others. An api_key is an access token. Default: Google Cloud credentials.',
    address: 'made',
    signs: 'always',
    settings: {
      project: { type: 'string', minLength: 1, description: 'The Google Cloud project.' },
      location: {
        type: 'string',
        minLength: 1,
        pattern: '^[a-z0-9-]+$',
        'x-expected': 'expected a location such as us-central1',
        description: 'The location. Default: global.',
      },
      credentials_file: {
        type: 'string',
        minLength: 1,
        description: 'A credentials file of Google Cloud. Default: the credentials of the machine.',
      },
    },
    requiredSettings: ['project'],
  },
  families: [
    { name: 'Gemini', model: 'gemini-2.5-flash' },
    { name: 'Claude', model: 'claude-opus-4-6' },
    { name: 'open models', model: 'meta/llama-3.3-70b-instruct-maas' },
    { name: 'embeddings', model: 'text-embedding-005' },
  ],
  baseUrl: (settings) => `https://${hostOf(locationOf(settings))}`,
  conversationDialects: (_settings, model) => dialects[familyOf(model)],
  mediaFor,
  address(endpoint, settings) {
    const path = pathOf(endpoint)
    if (path === undefined) return undefined
    const { version, below } = path
    const place = `projects/${encodeURIComponent(String(settings.settings['project']))}/locations/${locationOf(settings)}`
    return { method: 'POST', path: `/${version}/${place}/${below}` } satisfies EndpointAddress
  },
  requestChanges(endpoint) {
    if (!('dialect' in endpoint) || endpoint.dialect !== 'messages') return undefined
    // The path for counting has no model: there it stays in the body.
    return endpoint.type === 'conversation' ? anthropicChanges : { ...anthropicChanges, leaveOut: [] }
  },
  async authenticate(_request, settings) {
    if (settings.api_key !== undefined) return { authorization: `Bearer ${settings.api_key}` }
    let tokens = tokensOf.get(settings)
    if (tokens === undefined) {
      const { credentials_file: file } = settings.settings
      tokens = accessTokens(
        defined({ credentialsFile: typeof file === 'string' ? file : undefined, fetch: identityFetch(settings, process.env) }),
      )
      tokensOf.set(settings, tokens)
    }
    const token = await tokens()
    lastTokens.set(settings, token)
    return { authorization: `Bearer ${token}` }
  },
  secrets(settings) {
    const token = lastTokens.get(settings)
    return token === undefined ? [] : [token]
  },
  traits: (_settings, model) => traitsByFamily[familyOf(model)],
}

interface EndpointPath {
  readonly version: 'v1' | 'v1beta1'
  /** Below the project's location. */
  readonly below: string
}

function pathOf(endpoint: Endpoint): EndpointPath | undefined {
  if (!('model' in endpoint) || endpoint.type === 'compaction') return undefined
  const family = familyOf(endpoint.model)
  const name = pathSegment(bareName(endpoint.model))
  const google = (verb: string): EndpointPath => ({ version: 'v1beta1', below: `publishers/google/models/${name}:${verb}` })
  if (endpoint.type === 'media') {
    switch (endpoint.endpoint) {
      case 'generate-content':
        return google('generateContent')
      case 'predict':
        return google('predict')
      case 'embed-content':
        return google('embedContent')
      default:
        return undefined
    }
  }
  if (family === 'anthropic') {
    if (endpoint.dialect !== 'messages') return undefined
    const publisher = 'publishers/anthropic/models'
    if (endpoint.type === 'count-tokens') return { version: 'v1', below: `${publisher}/count-tokens:rawPredict` }
    return { version: 'v1', below: `${publisher}/${name}:${endpoint.stream ? 'streamRawPredict' : 'rawPredict'}` }
  }
  if (family === 'gemini') {
    if (endpoint.dialect !== 'generate-content') return undefined
    if (endpoint.type === 'count-tokens') return google('countTokens')
    return google(endpoint.stream ? 'streamGenerateContent?alt=sse' : 'generateContent')
  }
  if (family === 'openai' && endpoint.type === 'conversation' && endpoint.dialect === 'chat-completions')
    return { version: 'v1', below: 'endpoints/openapi/chat/completions' }
  return undefined
}

function locationOf(settings: ProviderSettings): string {
  const { location } = settings.settings
  return typeof location === 'string' ? location : 'global'
}

function hostOf(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com'
  // Multi-regions have different host names.
  return location === 'us' || location === 'eu' ? `aiplatform.${location}.rep.googleapis.com` : `${location}-aiplatform.googleapis.com`
}
