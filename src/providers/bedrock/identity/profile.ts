import { join } from 'node:path'
import { containerKeys, instanceKeys } from './metadata.js'
import { keysOfCommand } from './credential-process.js'
import { roleByKeys, roleByWebIdentity, type Role } from './security-tokens.js'
import { roleBySignOn, type SignOn } from './sign-on.js'
import { variable, type MachineKeys, type Machine } from './machine.js'
import { defined } from '../../../json/object.js'

type Profile = Readonly<Record<string, string>>
type Profiles = ReadonlyMap<string, Profile>

/** Keys of a profile of the shared files, `~/.aws/credentials` and `~/.aws/config`; `undefined` where no file names it. */
export async function profileKeys(machine: Machine, name: string): Promise<MachineKeys | undefined> {
  const credentials = await profilesIn(machine, variable(machine, 'AWS_SHARED_CREDENTIALS_FILE') ?? join(machine.home, '.aws/credentials'))
  const config = await profilesIn(machine, variable(machine, 'AWS_CONFIG_FILE') ?? join(machine.home, '.aws/config'))
  const profiles = new Map([...config.keys(), ...credentials.keys()].map((key) => [key, { ...config.get(key), ...credentials.get(key) }]))
  return profiles.has(name) ? keysOf(machine, profiles, name, []) : undefined
}

async function keysOf(machine: Machine, profiles: Profiles, name: string, seen: readonly string[]): Promise<MachineKeys> {
  const profile = profiles.get(name)
  if (profile === undefined) throw new Error(`profile ${name}: not found in the shared files`)
  if (seen.includes(name)) throw new Error(`profile ${name}: its source_profile leads back to it`)
  const { role_arn: arn, web_identity_token_file: tokenFile, source_profile: source, credential_source: from } = profile
  if (arn === undefined) return ownKeys(machine, profiles, profile, name)
  const role = defined<Role>({ arn, sessionName: profile['role_session_name'], externalId: profile['external_id'] })
  if (tokenFile !== undefined) return roleByWebIdentity(machine, role, tokenFile)
  if (source === name) return roleByKeys(machine, role, await ownKeys(machine, profiles, profile, name))
  if (source !== undefined) return roleByKeys(machine, role, await keysOf(machine, profiles, source, [...seen, name]))
  const keys = await keysFrom(machine, from)
  if (keys === undefined)
    throw new Error(`profile ${name}: expected source_profile, web_identity_token_file or credential_source with keys`)
  return roleByKeys(machine, role, keys)
}

function keysFrom(machine: Machine, source: string | undefined): Promise<MachineKeys | undefined> | MachineKeys | undefined {
  switch (source) {
    case 'Ec2InstanceMetadata':
      return instanceKeys(machine)
    case 'EcsContainer':
      return containerKeys(machine)
    case 'Environment': {
      const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = machine.environment
      return id === undefined || secret === undefined
        ? undefined
        : defined<MachineKeys>({ accessKeyId: id, secretAccessKey: secret, sessionToken: session, expiresAt: Infinity })
    }
    default:
      return undefined
  }
}

/** Keys of a profile without a role: its own, those that a command writes, or those of single sign-on. */
async function ownKeys(machine: Machine, profiles: Profiles, profile: Profile, name: string): Promise<MachineKeys> {
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: session, credential_process: command } = profile
  if (id !== undefined && secret !== undefined)
    return defined<MachineKeys>({ accessKeyId: id, secretAccessKey: secret, sessionToken: session, expiresAt: Infinity })
  if (command !== undefined) return keysOfCommand(machine, command, name)
  const signOn = signOnOf(profiles, profile, name)
  if (signOn === undefined) throw new Error(`profile ${name}: has no keys, role, credential_process or single sign-on`)
  return roleBySignOn(machine, signOn)
}

function signOnOf(profiles: Profiles, profile: Profile, name: string): SignOn | undefined {
  const { sso_session: session, sso_account_id: accountId, sso_role_name: roleName } = profile
  const place = session === undefined ? profile : profiles.get(`sso-session ${session}`)
  const { sso_start_url: start, sso_region: region } = place ?? {}
  if (session === undefined && start === undefined) return undefined
  const cacheKey = session ?? start
  if (cacheKey === undefined || region === undefined || accountId === undefined || roleName === undefined)
    throw new Error(`profile ${name}: single sign-on needs sso_region, sso_account_id and sso_role_name`)
  return { profile: name, cacheKey, region, accountId, roleName }
}

async function profilesIn({ readText }: Machine, path: string): Promise<Profiles> {
  let text: string
  try {
    text = await readText(path)
  } catch {
    return new Map()
  }
  return parseProfiles(text)
}

/** Reads sections `[name]` or `[profile name]` with `key = value`; nested values are skipped. */
export function parseProfiles(text: string): Profiles {
  const profiles = new Map<string, Record<string, string>>()
  let current: Record<string, string> | undefined
  for (const line of text.split(/\r?\n/)) {
    const section = /^\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)
    if (section?.[1] !== undefined) {
      current = profiles.get(section[1]) ?? {}
      profiles.set(section[1], current)
      continue
    }
    const [, key, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)(?:\s+[#;].*)?$/.exec(line) ?? []
    if (current !== undefined && key !== undefined && value !== undefined && value !== '') current[key.toLowerCase()] = value.trim()
  }
  return profiles
}
