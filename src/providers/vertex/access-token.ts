import { readFile } from 'node:fs/promises'
import type * as Google from 'google-auth-library'
import { GatewayFailure } from '../../exchange/error.js'
import { defined } from '../../json/object.js'

export interface AccessTokenOptions {
  /** A key file of a service account, or another credentials file of Google's. Absent: the machine's credentials (`gcloud`, workload identity, the metadata server). */
  readonly credentialsFile?: string
  readonly fetch: typeof fetch
}

/** Returns an access token for Google Cloud, renewed before it expires. */
export type AccessTokens = () => Promise<string>

const scope = 'https://www.googleapis.com/auth/cloud-platform'

/** The library is loaded at the first use: most gateways have no provider of this kind. */
export function accessTokens(options: AccessTokenOptions): AccessTokens {
  let tokens: Promise<AccessTokens> | undefined
  return async () => {
    let token: string | null | undefined
    try {
      tokens ??= googleTokens(options)
      token = await (await tokens)()
    } catch {
      tokens = undefined
      throw unavailable()
    }
    if (typeof token !== 'string' || token === '') throw unavailable()
    return token
  }
}

async function googleTokens({ credentialsFile, fetch }: AccessTokenOptions): Promise<AccessTokens> {
  const google = await import('google-auth-library')
  const options = { transporterOptions: { fetchImplementation: fetch } }
  const client =
    credentialsFile === undefined
      ? await new google.GoogleAuth({ scopes: [scope], clientOptions: options }).getClient()
      : clientOf(google, JSON.parse(await readFile(credentialsFile, 'utf8')) as CredentialsFile, options)
  return async () => (await client.getAccessToken()).token ?? ''
}

/** Members of Google's credentials files. */
interface CredentialsFile {
  readonly type?: string
  readonly client_email?: string
  readonly private_key?: string
  readonly private_key_id?: string
  readonly client_id?: string
  readonly client_secret?: string
  readonly refresh_token?: string
}

interface ClientOptions {
  readonly transporterOptions: { readonly fetchImplementation: typeof fetch }
}

/** The library requires the type of the file, so that a file cannot make it send requests to an address of the file's choice. */
function clientOf(google: typeof Google, file: CredentialsFile, options: ClientOptions): Google.AuthClient {
  switch (file.type) {
    case 'service_account':
      return new google.JWT(
        defined({
          ...options,
          scopes: [scope],
          email: file.client_email,
          key: file.private_key,
          keyId: file.private_key_id,
        }),
      )
    case 'authorized_user':
      return new google.UserRefreshClient(
        defined({
          ...options,
          clientId: file.client_id,
          clientSecret: file.client_secret,
          refreshToken: file.refresh_token,
        }),
      )
    default: {
      // Workload identity of other clouds: the library checks the file's members itself.
      const client = google.ExternalAccountClient.fromJSON({
        ...(file as Google.ExternalAccountClientOptions),
        transporterOptions: options.transporterOptions,
        scopes: [scope],
      })
      if (client === null) throw new Error('not a credentials file')
      return client
    }
  }
}

function unavailable(): GatewayFailure {
  return new GatewayFailure({
    kind: 'upstream_auth',
    message: 'The gateway has no valid Google Cloud credentials for this provider.',
  })
}
