import { defined, objectOf, textOf, type JsonObject } from '../../json/object.js'
import { literal, nameOf, type Draft } from './draft.js'

/** Kinds of ours by LiteLLM's names of providers. https://docs.litellm.ai/docs/providers */
const kinds: Readonly<Record<string, string>> = {
  ...{ openai: 'openai', 'text-completion-openai': 'openai', azure: 'azure-openai', azure_text: 'azure-openai', anthropic: 'anthropic' },
  ...{ gemini: 'gemini', vertex_ai: 'vertex', vertex_ai_beta: 'vertex', bedrock: 'bedrock', bedrock_converse: 'bedrock' },
  ...{ cohere: 'cohere', cohere_chat: 'cohere', mistral: 'mistral', groq: 'groq', deepseek: 'deepseek', xai: 'xai' },
  ...{ openrouter: 'openrouter', together_ai: 'together', fireworks_ai: 'fireworks', perplexity: 'perplexity', cerebras: 'cerebras' },
  ...{
    ollama: 'ollama',
    ollama_chat: 'ollama',
    hosted_vllm: 'vllm',
    vllm: 'vllm',
    lm_studio: 'lm-studio',
    jina_ai: 'jina',
    voyage: 'voyage',
  },
  ...{ openai_like: 'openai-compatible', custom_openai: 'openai-compatible', litellm_proxy: 'openai-compatible' },
}

/** Names without a provider before them. */
const bareNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|o\d|chatgpt-|text-embedding-|dall-e-|whisper-|tts-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'vertex_ai'],
  [/^command|^embed-|^rerank-/, 'cohere'],
]

export interface Deployment {
  readonly kind: string
  /** The provider's name of the model. */
  readonly model: string
  readonly settings: JsonObject
  /** Members of litellm_params that are in `settings`, or are its model. */
  readonly taken: readonly string[]
}

/** One entry of `model_list`; `undefined`, with a note, where no kind of ours fits. */
export function deploymentOf(draft: Draft, at: string, parameters: JsonObject): Deployment | undefined {
  const written = textOf(parameters['model']) ?? ''
  const named = textOf(parameters['custom_llm_provider'])
  const [prefix, model] =
    named === undefined ? splitModel(written) : [named, written.startsWith(`${named}/`) ? written.slice(named.length + 1) : written]
  const address = textOf(parameters['api_base']) ?? textOf(parameters['base_url'])
  const kind = Object.hasOwn(kinds, prefix) ? kinds[prefix] : address === undefined ? undefined : 'openai-compatible'
  if (model === '' || kind === undefined) {
    draft.note(at, `left out: there is no provider of ours for ${JSON.stringify(written)}`)
    return undefined
  }
  if (!Object.hasOwn(kinds, prefix)) draft.note(at, `${prefix} is taken for a provider of OpenAI's API, by its api_base`)
  const own = kind === 'openai' && address !== undefined && new URL(asUrl(address)).host !== 'api.openai.com' ? 'openai-compatible' : kind
  return {
    kind: own,
    model: own === 'bedrock' ? model.replace(/^(?:converse|invoke|[a-z]{2}-[a-z-]+-\d)\//, '') : model,
    settings: { kind: own, ...addressOf(own, address), ...keysOf(draft, prefix, parameters), ...ownSettings(draft, at, own, parameters) },
    taken: [
      'model',
      'custom_llm_provider',
      'api_base',
      'base_url',
      'api_key',
      'organization',
      'extra_headers',
      'headers',
      ...(takenBy[own] ?? []),
    ],
  }
}

const takenBy: Readonly<Record<string, readonly string[]>> = {
  'azure-openai': ['api_version', 'tenant_id', 'client_id', 'client_secret'],
  bedrock: ['aws_region_name', 'aws_access_key_id', 'aws_secret_access_key', 'aws_session_token', 'aws_profile_name'],
  vertex: ['vertex_project', 'vertex_location', 'vertex_credentials'],
}

function splitModel(written: string): readonly [string, string] {
  const slash = written.indexOf('/')
  if (slash > 0) return [written.slice(0, slash), written.slice(slash + 1)]
  return [bareNames.find(([pattern]) => pattern.test(written))?.[1] ?? 'openai', written]
}

function addressOf(kind: string, address: string | undefined): JsonObject {
  if (address === undefined) return {}
  const text = referenced(address).replace(/\/+$/, '')
  // LiteLLM appends /v1 for Ollama itself.
  return { base_url: kind === 'ollama' && !/\/v1$|\}$/.test(text) ? `${text}/v1` : text }
}

function keysOf(draft: Draft, prefix: string, { api_key: key, organization, extra_headers: extra, headers: more }: JsonObject): JsonObject {
  const headers = Object.entries({ ...objectOf(more), ...objectOf(extra) }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, secretOf(draft, `${prefix}_${name}`, value)] as const] : [],
  )
  return defined({
    api_key: textOf(key) === undefined ? undefined : secretOf(draft, `${prefix}_api_key`, String(key)),
    organization: textOf(organization) === undefined ? undefined : referenced(String(organization)),
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
  })
}

function ownSettings(draft: Draft, at: string, kind: string, parameters: JsonObject): JsonObject {
  const setting = (name: string, ours: string): JsonObject =>
    textOf(parameters[name]) === undefined ? {} : { [ours]: referenced(String(parameters[name])) }
  const secret = (name: string, ours: string): JsonObject =>
    textOf(parameters[name]) === undefined ? {} : { [ours]: secretOf(draft, name, String(parameters[name])) }
  switch (kind) {
    case 'azure-openai':
      return defined({
        ...setting('api_version', 'api_version'),
        identity: textOf(parameters['client_secret']) === undefined ? undefined : 'client_secret',
        ...setting('tenant_id', 'tenant_id'),
        ...setting('client_id', 'client_id'),
        ...secret('client_secret', 'client_secret'),
      })
    case 'bedrock':
      return {
        ...setting('aws_region_name', 'region'),
        ...setting('aws_access_key_id', 'access_key_id'),
        ...secret('aws_secret_access_key', 'secret_access_key'),
        ...secret('aws_session_token', 'session_token'),
        ...setting('aws_profile_name', 'profile'),
      }
    case 'vertex': {
      const credentials = textOf(parameters['vertex_credentials'])
      const isFile = credentials !== undefined && !credentials.trimStart().startsWith('{')
      if (credentials !== undefined && !isFile)
        draft.note(`${at}.vertex_credentials`, 'left out: write them to a file, and name it in credentials_file')
      if (textOf(parameters['vertex_project']) === undefined) draft.note(at, 'vertex needs its project: set it')
      return {
        project: referenced(textOf(parameters['vertex_project']) ?? '${VERTEX_PROJECT}', true),
        ...setting('vertex_location', 'location'),
        ...(isFile ? setting('vertex_credentials', 'credentials_file') : {}),
      }
    }
    default:
      return {}
  }
}

const environment = /^os\.environ\/([A-Za-z_][A-Za-z0-9_]*)$/

/** `os.environ/NAME` as `${NAME}`; other texts stand for themselves. */
export function referenced(text: string, isReference = false): string {
  const [, name] = environment.exec(text.trim()) ?? []
  if (name !== undefined) return `\${${name}}`
  return isReference ? text : literal(text)
}

/** The same for secrets, which do not stand in the configuration. */
export function secretOf(draft: Draft, wanted: string, text: string): string {
  return environment.test(text.trim()) ? referenced(text) : draft.secret(nameOf(wanted), text)
}

/** A reference stands for an address of its own. */
function asUrl(address: string): string {
  return URL.canParse(address) ? address : 'http://elsewhere.invalid'
}
