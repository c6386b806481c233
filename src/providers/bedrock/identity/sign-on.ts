import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { membersIn } from '../../ask-identity.js'
import { variable, type Machine, type MachineKeys } from './machine.js'

/** A role of IAM Identity Center, as a profile names it. */
export interface SignOn {
  readonly profile: string
  /** The name of the session, or in older profiles its start URL, from which the name of the token's file is made. */
  readonly cacheKey: string
  readonly region: string
  readonly accountId: string
  readonly roleName: string
}

/** Keys of a role by single sign-on, with the token that `aws sso login` has stored. The gateway does not sign in itself. */
export async function roleBySignOn(machine: Machine, { profile, cacheKey, region, accountId, roleName }: SignOn): Promise<MachineKeys> {
  const token = await tokenOf(machine, cacheKey)
  if (token === undefined) throw new Error(`profile ${profile}: nobody is signed in; run aws sso login --profile ${profile}`)
  const base = variable(machine, 'AWS_ENDPOINT_URL_SSO') ?? `https://portal.sso.${region}.amazonaws.com`
  const query = new URLSearchParams({ role_name: roleName, account_id: accountId }).toString()
  const url = `${base.replace(/\/+$/, '')}/federation/credentials?${query}`
  const { roleCredentials } = membersIn(await machine.ask({ url, headers: { 'x-amz-sso_bearer_token': token } }), url)
  const keys: Readonly<Record<string, unknown>> = typeof roleCredentials === 'object' ? { ...roleCredentials } : {}
  const { accessKeyId, secretAccessKey, sessionToken, expiration: expiresAt } = keys
  if (
    typeof accessKeyId !== 'string' ||
    typeof secretAccessKey !== 'string' ||
    typeof sessionToken !== 'string' ||
    typeof expiresAt !== 'number'
  )
    throw new Error(`${new URL(url).host}: the answer has no keys`)
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt }
}

async function tokenOf(machine: Machine, cacheKey: string): Promise<string | undefined> {
  const file = `${createHash('sha1').update(cacheKey).digest('hex')}.json`
  try {
    const kept: unknown = JSON.parse(await machine.readText(join(machine.home, '.aws/sso/cache', file)))
    const { accessToken, expiresAt }: Readonly<Record<string, unknown>> = typeof kept === 'object' ? { ...kept } : {}
    const good = typeof expiresAt === 'string' && Date.parse(expiresAt) > machine.now()
    return good && typeof accessToken === 'string' ? accessToken : undefined
  } catch {
    return undefined
  }
}
