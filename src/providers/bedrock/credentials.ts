import type { ProviderSettings } from '../provider-settings.js'
import { defined } from '../../json/object.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Keys to sign with. */
export interface KeyPair {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The session token of temporary keys. */
  readonly sessionToken?: string
}

export type Credentials = { readonly type: 'bearer'; readonly key: string } | ({ readonly type: 'keys' } & KeyPair)

/**
 * The provider's settings override the environment variables, and an API key a pair of keys. `undefined`: the machine's credentials are to
 * be used.
 */
export function credentialsOf({ api_key: apiKey, settings }: ProviderSettings, environment: Environment): Credentials | undefined {
  if (apiKey !== undefined) return { type: 'bearer', key: apiKey }
  const own = pair(settings['access_key_id'], settings['secret_access_key'], settings['session_token'])
  if (own !== undefined) return own
  if (settings['profile'] !== undefined) return undefined
  const key = environment['AWS_BEARER_TOKEN_BEDROCK']
  if (key !== undefined && key !== '') return { type: 'bearer', key }
  return pair(environment['AWS_ACCESS_KEY_ID'], environment['AWS_SECRET_ACCESS_KEY'], environment['AWS_SESSION_TOKEN'])
}

function pair(id: unknown, secret: unknown, session: unknown): Credentials | undefined {
  if (typeof id !== 'string' || id === '' || typeof secret !== 'string' || secret === '') return undefined
  return defined<Credentials>({
    type: 'keys',
    accessKeyId: id,
    secretAccessKey: secret,
    sessionToken: typeof session === 'string' && session !== '' ? session : undefined,
  })
}

export function regionOf({ settings }: ProviderSettings, environment: Environment): string {
  const { region } = settings
  if (typeof region === 'string') return region
  return environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1'
}

/** Secrets that an error of the provider about a wrong signature could repeat. */
export function secretsOf({ settings }: ProviderSettings, environment: Environment): string[] {
  const secrets = [
    settings['secret_access_key'],
    settings['session_token'],
    environment['AWS_SECRET_ACCESS_KEY'],
    environment['AWS_SESSION_TOKEN'],
    environment['AWS_BEARER_TOKEN_BEDROCK'],
  ]
  return secrets.filter((secret): secret is string => typeof secret === 'string' && secret !== '')
}
