import type { Configuration } from '../config/configuration.js'
import { providerKind } from '../providers/kinds.js'
import type { Provider } from '../providers/provider.js'
import { append } from '../exchange/append.js'
import { SecretMask } from './mask.js'

interface Known {
  readonly secrets: readonly string[]
  readonly mask: SecretMask
}

const known = new WeakMap<Provider, Known>()

/** A mask for every secret of a provider: its key, the other credentials of its kind, and the values of the operator's own headers. */
export function maskOf(provider: Provider): SecretMask {
  const secrets = provider.kind.secrets?.(provider.settings) ?? []
  const before = known.get(provider)
  // A kind's own secrets change while the gateway runs: access tokens are renewed.
  if (before?.secrets.length === secrets.length && before.secrets.every((secret, index) => secret === secrets[index])) return before.mask
  const { credentials, values } = secretsOf(provider)
  const mask = new SecretMask([...credentials, ...secrets], values)
  known.set(provider, { secrets, mask })
  return mask
}

/** A mask for all secrets of the configuration, for the log. */
export function maskOfAll({ providers, tokens, admin, secret_key, database, redis, webhooks }: Configuration): SecretMask {
  const credentials = [secret_key, ...passwordIn(redis), ...(database.kind === 'postgres' ? passwordIn(database.url) : [])]
  const values = tokens.map(({ key }) => key)
  if (admin.key !== undefined) credentials.push(admin.key)
  for (const { secret } of webhooks) credentials.push(secret)
  for (const settings of providers) {
    const own = secretsOf({ settings })
    append(credentials, own.credentials)
    append(credentials, providerKind(settings.kind)?.secrets?.(settings) ?? [])
    append(values, own.values)
  }
  return new SecretMask(credentials, values)
}

function passwordIn(address: string | undefined): string[] {
  const password = address !== undefined && URL.canParse(address) ? new URL(address).password : ''
  // Decoded like a query value: unlike `decodeURIComponent` that never throws.
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password')
  return password === '' || decoded === null ? [] : [decoded]
}

/** The secrets in a provider's settings. */
function secretsOf({ settings }: Pick<Provider, 'settings'>): { readonly credentials: string[]; readonly values: string[] } {
  const credentials = settings.api_key === undefined ? [] : [settings.api_key]
  const values: string[] = []
  for (const [name, value] of Object.entries(settings.headers)) {
    if (!credentialHeader.test(name)) {
      // Short values are words such as a version.
      if (value.length >= 8) values.push(value)
      continue
    }
    const [, scheme, parameters = value] = /^(basic|bearer|token|key) +(.+)$/i.exec(value) ?? []
    credentials.push(parameters)
    if (scheme?.toLowerCase() === 'basic')
      credentials.push(
        Buffer.from(parameters, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      )
  }
  return { credentials, values }
}

const credentialHeader = /auth|key|token|secret|cookie|password|credential|signature/i
