import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { defined } from '../../../json/object.js'
import type { Machine, MachineKeys } from './machine.js'

const limits = { timeout: 60_000, maxBuffer: 262_144 }

/** Runs a command of the shared files. Returns what it wrote to its standard output. */
export async function runCommand(command: string): Promise<string> {
  return (await promisify(exec)(command, limits)).stdout
}

/** Keys that a profile's `credential_process` writes, in version 1 of its format. Errors have none of its output. */
export async function keysOfCommand({ run }: Machine, command: string, profile: string): Promise<MachineKeys> {
  const { Version: version, AccessKeyId: id, SecretAccessKey: secret, SessionToken: session, Expiration: end } = await members()
  const expiresAt = end === undefined ? Infinity : Date.parse(typeof end === 'string' ? end : '')
  if (version !== 1 || typeof id !== 'string' || typeof secret !== 'string' || Number.isNaN(expiresAt))
    throw new Error(`profile ${profile}: credential_process did not write keys in version 1 of the format`)
  return defined<MachineKeys>({
    accessKeyId: id,
    secretAccessKey: secret,
    sessionToken: typeof session === 'string' ? session : undefined,
    expiresAt,
  })

  async function members(): Promise<Readonly<Record<string, unknown>>> {
    let output: string
    try {
      output = await run(command)
    } catch {
      throw new Error(`profile ${profile}: credential_process failed`)
    }
    try {
      const value: unknown = JSON.parse(output)
      return typeof value === 'object' ? { ...value } : {}
    } catch {
      return {}
    }
  }
}
