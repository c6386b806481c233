import { createHmac } from 'node:crypto'
import type { Configuration } from '../config/configuration.js'
import { isObject, objectOf, parseObject } from '../json/object.js'
import { actorOfFile } from '../access/actor.js'
import type { Change } from '../store/audit-log.js'
import type { Store } from '../store/store.js'
import { actionsOf } from './file-changes.js'
import { changesOf, type Changes } from './reload.js'

const kinds = ['tokens', 'providers', 'models'] as const
type Kind = (typeof kinds)[number]
const objects = { tokens: 'token', providers: 'provider', models: 'model' } as const

/** The entries of a file: keyed hashes by name, since they have secrets. */
type FileState = Readonly<Record<Kind, Readonly<Record<string, string>>>>

/**
 * Remembers what the file has now. At the start, what differs from when it was read last goes to the audit log, and is returned;
 * `undefined`: nothing, or nothing to compare with.
 */
export async function rememberFile(
  configuration: Configuration,
  { auditLog, fileState }: Pick<Store, 'auditLog' | 'fileState'>,
  now: number,
  atStart: boolean,
): Promise<Readonly<Record<Kind, Changes>> | undefined> {
  const state = stateOf(configuration)
  const text = JSON.stringify(state)
  const before = await fileState.read()
  if (before === text) return undefined
  const known = before === undefined || !atStart ? undefined : parseObject(before)
  const changes = known === undefined ? undefined : compare(known, state)
  if (changes !== undefined) await auditLog.add(entriesOf(changes, configuration, now))
  await fileState.write(text)
  return changes
}

function compare(before: Readonly<Record<string, unknown>>, now: FileState): Readonly<Record<Kind, Changes>> {
  const of = (kind: Kind): Changes => changesOf(named(objectOf(before[kind]) ?? {}), named(now[kind]))
  return { tokens: of('tokens'), providers: of('providers'), models: of('models') }
}

function named(hashes: Readonly<Record<string, unknown>>): { readonly name: string; readonly hash: unknown }[] {
  return Object.entries(hashes).map(([name, hash]) => ({ name, hash }))
}

function entriesOf(changes: Readonly<Record<Kind, Changes>>, { file }: Configuration, at: number): Change[] {
  const actor = actorOfFile(file)
  return kinds.flatMap((kind) =>
    actionsOf(changes[kind]).map(([action, name]): Change => ({ at, actor, action, object: objects[kind], name, members: [] })),
  )
}

function stateOf({ tokens, providers, models, places, secret_key: key }: Configuration): FileState {
  const hashes = (entries: readonly { readonly name: string }[]): Record<string, string> =>
    Object.fromEntries(entries.map((entry) => [entry.name, hashOf(entry, key)]))
  return {
    tokens: hashes(tokens.map(({ place: _place, ...token }) => token)),
    providers: hashes(
      providers.filter(({ name }) => places.providers.has(name)).map(({ connection: _connection, ...provider }) => provider),
    ),
    models: hashes(models.filter(({ name }) => places.models.has(name))),
  }
}

function hashOf(entry: object, key: string): string {
  return createHmac('sha256', key)
    .update(`file state ${JSON.stringify(sorted(entry))}`)
    .digest('base64url')
    .slice(0, 22)
}

/** Members in one order, whatever that of the file. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
