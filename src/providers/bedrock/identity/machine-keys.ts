import { containerKeys, instanceKeys } from './metadata.js'
import { profileKeys } from './profile.js'
import { roleByWebIdentity } from './security-tokens.js'
import { variable, type MachineKeys, type Machine } from './machine.js'
import { defined } from '../../../json/object.js'

/**
 * The keys of a machine where neither settings nor AWS_ACCESS_KEY_ID have any: those of the named profile only; without one, the web identity
 * of the environment, the default profile, the container's role, or the instance's role. Throws with the reason where there are none.
 */
export async function machineKeys(machine: Machine): Promise<MachineKeys> {
  const profile = machine.profile ?? variable(machine, 'AWS_PROFILE')
  if (profile !== undefined) {
    const keys = await profileKeys(machine, profile)
    if (keys === undefined) throw new Error(`profile ${profile}: not found in the shared files`)
    return keys
  }
  const tokenFile = variable(machine, 'AWS_WEB_IDENTITY_TOKEN_FILE')
  const arn = variable(machine, 'AWS_ROLE_ARN')
  const sessionName = variable(machine, 'AWS_ROLE_SESSION_NAME')
  if (tokenFile !== undefined && arn !== undefined) return roleByWebIdentity(machine, defined({ arn, sessionName }), tokenFile)
  const keys = (await profileKeys(machine, 'default')) ?? (await containerKeys(machine)) ?? (await instanceKeys(machine))
  if (keys === undefined) throw new Error('no keys in the environment or in files, and no role of a container or instance')
  return keys
}
