import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { GatewayFailure } from '../../../exchange/error.js'
import { identityAsker } from '../../ask-identity.js'
import { identityFetch } from '../../identity-fetch.js'
import type { ProviderSettings } from '../../provider-settings.js'
import { Renewed } from '../../renewed.js'
import { regionOf } from '../credentials.js'
import type { MachineKeys } from './machine.js'

/** By the provider's settings: two providers may have two profiles. */
const known = new WeakMap<ProviderSettings, Renewed<MachineKeys>>()

/** The keys of this machine for a provider, renewed before they expire. Throws `GatewayFailure`. */
export async function keysOfMachine(settings: ProviderSettings): Promise<MachineKeys> {
  let keys = known.get(settings)
  if (keys === undefined) {
    keys = new Renewed(() => searchKeys(settings), Date.now)
    known.set(settings, keys)
  }
  try {
    return await keys.get()
  } catch (error) {
    throw new GatewayFailure({
      kind: 'upstream_auth',
      message: 'The gateway has no AWS credentials for this provider.',
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Secrets that an error of the provider about a wrong signature could repeat. */
export function secretsOfMachine(settings: ProviderSettings): string[] {
  const keys = known.get(settings)?.last
  return keys === undefined ? [] : [keys.secretAccessKey, ...(keys.sessionToken === undefined ? [] : [keys.sessionToken])]
}

async function searchKeys(settings: ProviderSettings): Promise<MachineKeys> {
  const { profile } = settings.settings
  // Loaded at the first use: most gateways have no provider of this kind.
  const { machineKeys } = await import('./machine-keys.js')
  const { runCommand } = await import('./credential-process.js')
  return machineKeys({
    environment: process.env,
    home: homedir(),
    region: regionOf(settings, process.env),
    ...(typeof profile === 'string' ? { profile } : {}),
    ask: identityAsker(identityFetch(settings, process.env)),
    readText: (path) => readFile(path, 'utf8'),
    run: runCommand,
    now: Date.now,
  })
}
