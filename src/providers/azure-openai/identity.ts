import { membersIn, type AskIdentity } from '../ask-identity.js'
import type { Expiring } from '../renewed.js'

/** The gateway's identity: `auto` is the first for which there are environment variables. */
export type Identity = 'auto' | 'client_secret' | 'workload' | 'managed'

export interface EntraToken extends Expiring {
  readonly token: string
}

export interface EntraOptions {
  readonly identity: Identity
  readonly tenantId?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ask: AskIdentity
  readonly readText: (path: string) => Promise<string>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const resource = 'https://cognitiveservices.azure.com'
const metadataTimeoutMs = 2000

/** Requests a token of Microsoft Entra ID for Azure OpenAI. Throws an error with the missing variable or the answer's problem. */
export async function askForToken(options: EntraOptions): Promise<EntraToken> {
  switch (chosen(options)) {
    case 'client_secret':
      return fromTenant(options, {
        client_secret: required(options.clientSecret ?? options.environment['AZURE_CLIENT_SECRET'], 'client_secret'),
      })
    case 'workload': {
      const file = required(options.environment['AZURE_FEDERATED_TOKEN_FILE'], 'AZURE_FEDERATED_TOKEN_FILE')
      return fromTenant(options, {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: (await options.readText(file)).trim(),
      })
    }
    case 'managed':
      return fromMachine(options)
  }
}

function chosen({ identity, clientSecret, environment }: EntraOptions): Exclude<Identity, 'auto'> {
  if (identity !== 'auto') return identity
  if ((clientSecret ?? environment['AZURE_CLIENT_SECRET'] ?? '') !== '') return 'client_secret'
  return (environment['AZURE_FEDERATED_TOKEN_FILE'] ?? '') === '' ? 'managed' : 'workload'
}

/** The client credentials flow of OAuth 2.0. */
async function fromTenant(options: EntraOptions, proof: Readonly<Record<string, string>>): Promise<EntraToken> {
  const { environment, ask, now } = options
  const tenant = required(options.tenantId ?? environment['AZURE_TENANT_ID'], 'tenant_id')
  const authority = (environment['AZURE_AUTHORITY_HOST'] ?? 'https://login.microsoftonline.com').replace(/\/+$/, '')
  const url = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`
  const form = {
    grant_type: 'client_credentials',
    client_id: required(options.clientId ?? environment['AZURE_CLIENT_ID'], 'client_id'),
    scope: `${resource}/.default`,
    ...proof,
  }
  return tokenIn(await ask({ url, method: 'POST', form }), url, now())
}

/** The managed identity of App Service (also Functions, Container Apps), else of a virtual machine. `clientId`: that of a user-assigned identity. */
async function fromMachine({ clientId, environment, ask, now }: EntraOptions): Promise<EntraToken> {
  const client = clientId ?? environment['AZURE_CLIENT_ID']
  const own = client === undefined || client === '' ? {} : { client_id: client }
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header } = environment
  if (endpoint !== undefined && endpoint !== '' && header !== undefined) {
    const url = withQuery(endpoint, { 'api-version': '2019-08-01', resource, ...own })
    return tokenIn(await ask({ url, headers: { 'x-identity-header': header }, timeoutMs: metadataTimeoutMs }), url, now())
  }
  const base = (environment['AZURE_POD_IDENTITY_AUTHORITY_HOST'] ?? 'http://169.254.169.254').replace(/\/+$/, '')
  const url = withQuery(`${base}/metadata/identity/oauth2/token`, { 'api-version': '2018-02-01', resource, ...own })
  return tokenIn(await ask({ url, headers: { metadata: 'true' }, timeoutMs: metadataTimeoutMs }), url, now())
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** `expires_in` seconds from now, or `expires_on` in seconds since the epoch; metadata services write numbers as texts. */
function tokenIn(answer: string, url: string, now: number): EntraToken {
  const { access_token: token, expires_in: lifetime, expires_on: end } = membersIn(answer, url)
  const seconds = Number(lifetime ?? Number.NaN)
  const expiresAt = Number.isFinite(seconds) ? now + seconds * 1000 : Number(end) * 1000
  if (typeof token !== 'string' || token === '' || !Number.isFinite(expiresAt)) throw new Error(`${new URL(url).host}: no token`)
  return { token, expiresAt }
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}
