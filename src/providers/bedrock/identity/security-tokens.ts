import type { KeyPair } from '../credentials.js'
import { sign } from '../sign.js'
import { variable, type MachineKeys, type Machine } from './machine.js'

/** A role to assume for an hour. */
export interface Role {
  readonly arn: string
  readonly sessionName?: string
  readonly externalId?: string
}

/** AWS STS AssumeRoleWithWebIdentity, with a token in a file, as Kubernetes provides it (IRSA). */
export async function roleByWebIdentity(machine: Machine, role: Role, tokenFile: string): Promise<MachineKeys> {
  const token = (await machine.readText(tokenFile)).trim()
  const form = { ...formOf('AssumeRoleWithWebIdentity', role, machine), WebIdentityToken: token }
  return keysIn(await machine.ask({ url: addressOf(machine), method: 'POST', form }))
}

/** AWS STS AssumeRole, signed with keys. */
export async function roleByKeys(machine: Machine, role: Role, keys: KeyPair): Promise<MachineKeys> {
  const form = {
    ...formOf('AssumeRole', role, machine),
    ...(role.externalId === undefined ? {} : { ExternalId: role.externalId }),
  }
  const url = addressOf(machine)
  const body = new URLSearchParams(form).toString()
  const unsigned = { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }
  const headers = await sign(unsigned, keys, { region: machine.region, service: 'sts', now: new Date(machine.now()) })
  return keysIn(await machine.ask({ url, method: 'POST', form, headers }))
}

function formOf(action: string, { arn, sessionName }: Role, machine: Machine): Record<string, string> {
  return { Action: action, Version: '2011-06-15', RoleArn: arn, RoleSessionName: sessionName ?? `anywire-${machine.now()}` }
}

function addressOf(machine: Machine): string {
  const base = variable(machine, 'AWS_ENDPOINT_URL_STS') ?? `https://sts.${machine.region}.amazonaws.com`
  return `${base.replace(/\/+$/, '')}/`
}

/** Reads the keys. The answer is XML of a fixed structure, whose values have no markup. */
function keysIn(answer: string): MachineKeys {
  const value = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1]?.trim() ?? ''
  const keys = { accessKeyId: value('AccessKeyId'), secretAccessKey: value('SecretAccessKey'), sessionToken: value('SessionToken') }
  const expiresAt = Date.parse(value('Expiration'))
  if (keys.accessKeyId === '' || keys.secretAccessKey === '' || Number.isNaN(expiresAt)) throw new Error('STS: the answer has no keys')
  return { ...keys, expiresAt }
}
