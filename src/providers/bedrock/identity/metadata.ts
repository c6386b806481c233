import { isIP } from 'node:net'
import { membersIn } from '../../ask-identity.js'
import { variable, type MachineKeys, type Machine } from './machine.js'

const containerHost = 'http://169.254.170.2'
/** The addresses of the container service at ECS and EKS. */
const containerAddresses: readonly string[] = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]']
const instanceHost = 'http://169.254.169.254'
const timeoutMs = 1000

/** Keys of a container's role (ECS, EKS Pod Identity); `undefined` outside of one. */
export async function containerKeys(machine: Machine): Promise<MachineKeys | undefined> {
  const relative = variable(machine, 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const full = variable(machine, 'AWS_CONTAINER_CREDENTIALS_FULL_URI')
  const url = relative === undefined ? full : `${containerHost}${relative.startsWith('/') ? '' : '/'}${relative}`
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !mayBeAsked(new URL(url)))
    throw new Error('AWS_CONTAINER_CREDENTIALS_FULL_URI: neither https nor an address of the container service')
  const file = variable(machine, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
  const token = file === undefined ? variable(machine, 'AWS_CONTAINER_AUTHORIZATION_TOKEN') : (await machine.readText(file)).trim()
  return keysIn(await machine.ask({ url, timeoutMs, ...(token === undefined ? {} : { headers: { authorization: token } }) }), url)
}

function mayBeAsked({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  if (protocol !== 'http:') return false
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIP(hostname) === 4 && hostname.startsWith('127.')) ||
    containerAddresses.includes(hostname)
  )
}

/** Keys of an instance's role, by the second version of the metadata service; `undefined` where it is switched off. */
export async function instanceKeys(machine: Machine): Promise<MachineKeys | undefined> {
  if (variable(machine, 'AWS_EC2_METADATA_DISABLED')?.toLowerCase() === 'true') return undefined
  const base = (variable(machine, 'AWS_EC2_METADATA_SERVICE_ENDPOINT') ?? instanceHost).replace(/\/+$/, '')
  const { ask } = machine
  const token = await ask({
    url: `${base}/latest/api/token`,
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' },
    timeoutMs,
  })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = `${base}/latest/meta-data/iam/security-credentials/`
  const [role = ''] = (await ask({ url: roles, headers, timeoutMs })).trim().split('\n')
  const url = roles + encodeURIComponent(role)
  return keysIn(await ask({ url, headers, timeoutMs }), url)
}

function keysIn(answer: string, url: string): MachineKeys {
  const { AccessKeyId: id, SecretAccessKey: secret, Token: session, Expiration: end } = membersIn(answer, url)
  const expiresAt = typeof end === 'string' ? Date.parse(end) : Number.NaN
  if (typeof id !== 'string' || typeof secret !== 'string' || Number.isNaN(expiresAt))
    throw new Error(`${new URL(url).host}: the answer has no keys`)
  return { accessKeyId: id, secretAccessKey: secret, ...(typeof session === 'string' ? { sessionToken: session } : {}), expiresAt }
}
