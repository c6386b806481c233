import { isDeepStrictEqual } from 'node:util'
import { configuredToken } from '../access/tokens.js'
import { hashTokenKey } from '../access/token-key.js'
import type { Configuration, TokenSettings } from '../config/configuration.js'
import type { Platform } from '../operations/admin/platform.js'
import type { Provider } from '../providers/provider.js'
import type { LiveConfiguration } from './live-configuration.js'

/** What a configuration that was read again has changed. Names of tokens, providers and models. */
export interface ReloadReport {
  readonly tokens: Changes
  readonly providers: Changes
  readonly models: Changes
  /** Other keys that differ and count now. */
  readonly settings: readonly string[]
  /** Keys that differ from the start's and count at the next start only. */
  readonly atNextStart: readonly string[]
}

export interface Changes {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

interface Named {
  readonly name: string
}

/** `live`: what counts now, where the file was `before`. */
export function compareConfigurations(before: Configuration, after: Configuration, live: LiveConfiguration): ReloadReport {
  return {
    tokens: changesOf(before.tokens.map(withoutPlace), after.tokens.map(withoutPlace)),
    providers: changesOf(before.providers, after.providers),
    models: changesOf(before.models, after.models),
    settings: live.keysToTake(after),
    atNextStart: live.keysAtNextStart(after),
  }
}

/** `known`: the keys that are known to count at the next start only. */
export function isUnchanged({ tokens, providers, models, settings, atNextStart }: ReloadReport, known: readonly string[]): boolean {
  return (
    settings.length === 0 &&
    isDeepStrictEqual(atNextStart, known) &&
    [tokens, providers, models].every(({ added, changed, removed }) => added.length + changed.length + removed.length === 0)
  )
}

function withoutPlace({ place: _place, ...token }: TokenSettings): Omit<TokenSettings, 'place'> {
  return token
}

/** What differs between two lists, by name. */
export function changesOf(before: readonly Named[], after: readonly Named[]): Changes {
  const old = new Map(before.map((one) => [one.name, one]))
  const names = new Set(after.map(({ name }) => name))
  return {
    added: after.flatMap(({ name }) => (old.has(name) ? [] : [name])),
    changed: after.flatMap((one) => (old.has(one.name) && !isDeepStrictEqual(old.get(one.name), one) ? [one.name] : [])),
    removed: before.flatMap(({ name }) => (names.has(name) ? [] : [name])),
  }
}

/** Providers whose settings are the same stay the same objects: their connections, access tokens and breakers go on. */
export function keptProviders(providers: readonly Provider[], gone: readonly string[]): ReadonlyMap<string, Provider> {
  const changed = new Set(gone)
  return new Map(providers.flatMap((provider) => (changed.has(provider.settings.name) ? [] : [[provider.settings.name, provider]])))
}

/**
 * Gives the index of tokens the configuration's tokens as they are now. A name in the file goes before the same name of an issued token,
 * which works again when the file no longer has it.
 */
export async function reloadTokens(
  platform: Pick<Platform, 'tokens' | 'issued' | 'people' | 'secretKey'>,
  after: readonly TokenSettings[],
  { added, changed, removed }: Changes,
): Promise<void> {
  const { tokens, issued, people, secretKey } = platform
  // Read before anything changes: between two of the lines below no request may find a token missing.
  const known = removed.length > 0 ? await issued.all() : undefined
  for (const name of removed) tokens.remove(tokens.named(name)?.id ?? '')
  if (known !== undefined) tokens.replaceIssued(known, people)
  const renewed = new Set([...added, ...changed])
  for (const token of after) {
    if (!renewed.has(token.name)) continue
    const shadowed = tokens.named(token.name)
    const caller = configuredToken(token, people)
    if (shadowed !== undefined && shadowed.id !== caller.id) tokens.remove(shadowed.id)
    tokens.add([{ hash: hashTokenKey(token.key, secretKey) }], caller)
  }
}
