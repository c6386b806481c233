import { readFile } from 'node:fs/promises'
import {
  ExternalAccountClient,
  GoogleAuth,
  JWT,
  UserRefreshClient,
  type AuthClient,
  type ExternalAccountClientOptions,
} from 'google-auth-library'
import { defined } from '../../json/object.js'

export interface AccessTokenOptions {
  /** A key file of a service account, or another credentials file of Google's. Absent: the machine's credentials (`gcloud`, workload identity, the metadata server). */
  readonly credentialsFile?: string
  readonly fetch: typeof fetch
}

/** Returns an access token for Google Cloud, renewed before it expires. */
export type AccessTokens = () => Promise<string>

const scope = 'https://www.googleapis.com/auth/cloud-platform'

/** Google's own library. This file is loaded at the first use. */
export async function googleTokens({ credentialsFile, fetch }: AccessTokenOptions): Promise<AccessTokens> {
  // `fetch` knows the proxies: the library's own reading of HTTPS_PROXY needs a package that is not there.
  const options = { transporterOptions: { fetchImplementation: fetch, noProxy: [/^/] } }
  const client =
    credentialsFile === undefined
      ? await new GoogleAuth({ scopes: [scope], clientOptions: options }).getClient()
      : clientOf(JSON.parse(await readFile(credentialsFile, 'utf8')) as CredentialsFile, options)
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
  readonly transporterOptions: { readonly fetchImplementation: typeof fetch; readonly noProxy: RegExp[] }
}

/** The library requires the type of the file, so that a file cannot make it send requests to an address of the file's choice. */
function clientOf(file: CredentialsFile, options: ClientOptions): AuthClient {
  switch (file.type) {
    case 'service_account':
      return new JWT(
        defined({
          ...options,
          scopes: [scope],
          email: file.client_email,
          key: file.private_key,
          keyId: file.private_key_id,
        }),
      )
    case 'authorized_user':
      return new UserRefreshClient(
        defined({
          ...options,
          clientId: file.client_id,
          clientSecret: file.client_secret,
          refreshToken: file.refresh_token,
        }),
      )
    default: {
      // Workload identity of other clouds: the library checks the file's members itself.
      const client = ExternalAccountClient.fromJSON({
        ...(file as ExternalAccountClientOptions),
        transporterOptions: options.transporterOptions,
        scopes: [scope],
      })
      if (client === null) throw new Error('not a credentials file')
      return client
    }
  }
}
