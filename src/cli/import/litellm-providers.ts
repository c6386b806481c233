import { defined, objectOf, textOf, type JsonObject } from '../../json/object.js'
import { providerKind } from '../../providers/kinds.js'
import { literal, nameOf, type Draft } from './draft.js'
import { addresses, bareNames, keyVariables, kinds } from './litellm-kinds.js'

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
  const given = textOf(parameters['api_base']) ?? textOf(parameters['base_url'])
  const address = given ?? usualAddressOf(prefix)
  const kind = Object.hasOwn(kinds, prefix) ? kinds[prefix] : address === undefined ? undefined : 'openai-compatible'
  if (model === '' || kind === undefined) {
    draft.note(at, `left out: there is no provider of ours for ${JSON.stringify(written)}`)
    return undefined
  }
  if (!Object.hasOwn(kinds, prefix) && !Object.hasOwn(addresses, prefix))
    draft.note(at, `${prefix} is taken for a provider of OpenAI's API, by its api_base`)
  const own = kind === 'openai' && address !== undefined && !isUsual('openai', address) ? 'openai-compatible' : kind
  const [, region, rest] = own === 'bedrock' ? (/^(?:converse\/|invoke\/)?(?:([a-z]{2}-[a-z-]+-\d)\/)?(.*)$/.exec(model) ?? []) : []
  return {
    kind: own,
    model: rest ?? model,
    settings: {
      ...{ kind: own, ...addressOf(own, address), ...keysOf(draft, at, { prefix, kind: own, address: given }, parameters) },
      ...defined<JsonObject>({ region }),
      ...ownSettings(draft, at, own, parameters),
    },
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

/** Where no `api_base` says it. Azure's are taken from a variable. */
function usualAddressOf(prefix: string): string | undefined {
  if (prefix === 'azure' || prefix === 'azure_text') return 'os.environ/AZURE_API_BASE'
  return Object.hasOwn(addresses, prefix) ? addresses[prefix] : undefined
}

function addressOf(kind: string, address: string | undefined): JsonObject {
  if (address === undefined) return {}
  const text = referenced(address).replace(/\/+$/, '')
  // LiteLLM appends /v1 for Ollama itself.
  return { base_url: kind === 'ollama' && !/\/v1$|\}$/.test(text) ? `${text}/v1` : text }
}

/** A provider as LiteLLM names it, as we do, and its address where it has one in the file. */
interface Named {
  readonly prefix: string
  readonly kind: string
  readonly address: string | undefined
}

function keysOf(draft: Draft, at: string, named: Named, parameters: JsonObject): JsonObject {
  const organization = textOf(parameters['organization'])
  const takesIt = providerKind(named.kind)?.configuration.settings?.['organization'] !== undefined
  if (parameters['organization'] !== undefined && (organization === undefined || !takesIt))
    draft.note(`${at}.organization`, 'left out: one provider of the kind openai has one organization')
  return defined({
    api_key: keyOf(draft, at, named, parameters),
    organization: organization === undefined || !takesIt ? undefined : referenced(organization),
    headers: headersOf(draft, at, named.prefix, parameters),
  })
}

/** Where there is none in the file, LiteLLM takes that of a variable. */
function keyOf(draft: Draft, at: string, { prefix, kind, address }: Named, parameters: JsonObject): string | undefined {
  const key = textOf(parameters['api_key'])
  if (key !== undefined) return secretOf(draft, `${prefix}_api_key`, key)
  const variable = Object.hasOwn(keyVariables, prefix) ? keyVariables[prefix] : undefined
  if (variable === undefined || ['client_secret', 'azure_ad_token'].some((name) => textOf(parameters[name]) !== undefined)) return undefined
  if (address === undefined || kind === 'azure-openai' || isUsual(kind, address)) return `\${${variable}}`
  draft.note(`${at}.api_key`, `there is none: LiteLLM sends ${variable} to ${address}, here no key is sent`)
  return undefined
}

function isUsual(kind: string, address: string): boolean {
  const usual = providerKind(kind)?.defaultBaseUrl
  return usual !== undefined && URL.canParse(address) && new URL(address).host === new URL(usual).host
}

function headersOf(draft: Draft, at: string, prefix: string, { extra_headers: extra, headers: more }: JsonObject): JsonObject | undefined {
  const headers = Object.entries({ ...objectOf(more), ...objectOf(extra) }).flatMap(([name, value]) => {
    if (typeof value === 'string' && /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      return [[name, secretOf(draft, `${prefix}_${name}`, value)] as const]
    draft.note(`${at}.extra_headers`, `left out: ${JSON.stringify(name)} with this value is no header`)
    return []
  })
  return headers.length === 0 ? undefined : Object.fromEntries(headers)
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
      if (textOf(parameters['vertex_project']) === undefined) draft.note(at, 'vertex needs its project: set VERTEXAI_PROJECT')
      return {
        project: referenced(textOf(parameters['vertex_project']) ?? '${VERTEXAI_PROJECT}', true),
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
