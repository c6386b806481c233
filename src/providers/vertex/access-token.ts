import { GatewayFailure } from '../../exchange/error.js'

export interface AccessTokenOptions {
  /** A key file of a service account, or any other credentials file of Google's. Absent: what the machine has (`gcloud`, workload identity, the metadata server). */
  readonly credentialsFile?: string
  readonly fetch: typeof fetch
}

/** Gives an access token for Google Cloud, renewed before it runs out. */
export type AccessTokens = () => Promise<string>

const scope = 'https://www.googleapis.com/auth/cloud-platform'

/** The library is loaded at the first need: most gateways have no provider of this kind. */
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
  const { GoogleAuth } = await import('google-auth-library')
  const auth = new GoogleAuth({
    scopes: [scope],
    ...(credentialsFile === undefined ? {} : { keyFilename: credentialsFile }),
    clientOptions: { transporterOptions: { fetchImplementation: fetch } },
  })
  const client = await auth.getClient()
  return async () => {
    const { token } = await client.getAccessToken()
    return token ?? ''
  }
}

function unavailable(): GatewayFailure {
  return new GatewayFailure({
    kind: 'upstream_auth',
    message: 'The gateway has no valid Google Cloud credentials for this provider.',
  })
}
