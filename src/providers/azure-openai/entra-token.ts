import { readFile } from 'node:fs/promises'
import { GatewayFailure } from '../../exchange/error.js'
import { identityAsker } from '../ask-identity.js'
import { identityFetch } from '../identity-fetch.js'
import type { ProviderSettings } from '../provider-settings.js'
import { Renewed } from '../renewed.js'
import type { EntraOptions, EntraToken, Identity } from './identity.js'
import { defined } from '../../json/object.js'

const known = new WeakMap<ProviderSettings, Renewed<EntraToken>>()

/** The identity that a provider without a key uses; the kind's schema has checked it. */
export function identityOf({ settings }: ProviderSettings): Identity | undefined {
  const { identity } = settings
  return identity === 'auto' || identity === 'client_secret' || identity === 'workload' || identity === 'managed' ? identity : undefined
}

/** The provider's token, renewed before it expires. Throws `GatewayFailure`. */
export async function entraToken(settings: ProviderSettings): Promise<string> {
  let tokens = known.get(settings)
  if (tokens === undefined) {
    tokens = new Renewed(() => newToken(settings), Date.now)
    known.set(settings, tokens)
  }
  try {
    return (await tokens.get()).token
  } catch (error) {
    throw new GatewayFailure({
      kind: 'upstream_auth',
      message: 'The gateway has no Azure identity for this provider.',
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Secrets that an error of the provider could repeat. */
export function entraSecrets(settings: ProviderSettings): string[] {
  const secret = text(settings.settings['client_secret']) ?? process.env['AZURE_CLIENT_SECRET']
  const token = known.get(settings)?.last?.token
  return identityOf(settings) === undefined ? [] : [secret, token].filter((value): value is string => value !== undefined && value !== '')
}

async function newToken(settings: ProviderSettings): Promise<EntraToken> {
  // Loaded at the first use: most gateways have no provider of this kind.
  const { askForToken } = await import('./identity.js')
  const ask = identityAsker(identityFetch(settings, process.env))
  return askForToken({ ...optionsOf(settings), ask, readText: (path) => readFile(path, 'utf8'), now: Date.now })
}

function optionsOf(provider: ProviderSettings): Pick<EntraOptions, 'identity' | 'tenantId' | 'clientId' | 'clientSecret' | 'environment'> {
  const { settings } = provider
  const [tenantId, clientId, clientSecret] = [text(settings['tenant_id']), text(settings['client_id']), text(settings['client_secret'])]
  return defined({
    identity: identityOf(provider) ?? 'auto',
    environment: process.env,
    tenantId,
    clientId,
    clientSecret,
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
