import type { Problem } from '../../config/check.js'
import { keyPath } from '../../config/problem.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { isObject, type JsonObject } from '../../json/object.js'
import { pointer, pointerOf } from '../../json/pointer.js'
import { hiddenMark, isSecretMember } from '../../provisioning/secret-members.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { OperationServices } from '../operation.js'
import { requiredBody } from '../converse.js'

/** Who decides what a provider or a model is. */
export type ManagedBy = 'file' | 'environment' | 'api'

/** An entry of the configuration file or of the database, for the admin API. */
export interface Entry<Settings> {
  readonly name: string
  readonly managedBy: ManagedBy
  /** In the file. */
  readonly place: string | null
  readonly settings: Settings | undefined
  /** Set where it was made by the admin API. */
  readonly stored?: {
    readonly id: string
    readonly version: number
    readonly createdAt: number
    readonly content: JsonObject
    readonly problem?: string | undefined
  }
}

/** In bytes. */
const longestEntry = 65_536

/** The members that a request names. `fixed` are those that cannot be changed. */
export function entryIn(request: GatewayRequest, fixed: readonly string[] = []): JsonObject {
  const { json, bytes } = requiredBody(request)
  if (bytes.length > longestEntry) throw refuse('', `An entry has at most ${longestEntry} bytes.`)
  for (const name of fixed) if (name in json) throw refuse(pointer('', name), `${name} cannot be changed: make another one.`)
  refuseMasked(json, [])
  return json
}

/** A client that sends a masked secret back would replace the secret by its mask. */
function refuseMasked(value: JsonObject, path: readonly string[]): void {
  for (const [name, member] of Object.entries(value)) {
    const place = [...path, name]
    if (isObject(member)) refuseMasked(member, place)
    else if (typeof member === 'string' && member.includes(hiddenMark) && isSecretMember(place))
      throw refuse(pointerOf(place), 'This is what is shown in place of the secret: leave it out, and the secret stays.')
  }
}

/** The settings of a checked entry. A problem is a 400 that names the member. */
export function checked<Settings>(result: { readonly settings: Settings } | { readonly problem: Problem }): Settings {
  if ('settings' in result) return result.settings
  const { path, expected } = result.problem
  throw refuse(pointerOf(path), path.length === 0 ? expected : `${keyPath(path)}: ${expected}`)
}

/** What is in the file, or was found without it, is read-only here. */
export function refuseManaged(what: 'provider' | 'model', name: string, { platform }: OperationServices): void {
  const { places, providers, models } = platform.provisioning.file
  const owner =
    what === 'provider' ? providers.find((one) => one.name === name) : models.find((one) => [one.name, ...one.aliases].includes(name))
  if (owner === undefined) return
  const place = (what === 'provider' ? places.providers : places.models).get(owner.name)
  throw new GatewayFailure({
    kind: 'conflict',
    code: place === undefined ? 'managed_by_environment' : 'managed_by_file',
    message:
      place === undefined
        ? `The ${what} ${JSON.stringify(name)} was found without a configuration file, and cannot be changed here.`
        : `The ${what} ${JSON.stringify(name)} belongs to the configuration file (${place}): change it there.`,
  })
}

/** All entries: the file's, then those of the database that the file does not shadow. */
export function entriesOf<Settings extends { readonly name: string }>(
  ofFile: readonly Settings[],
  places: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, NonNullable<Entry<Settings>['stored']> & { readonly name: string; readonly settings?: Settings | undefined }>,
  isTaken: (name: string) => boolean,
): Entry<Settings>[] {
  return [
    ...ofFile.map((settings): Entry<Settings> => {
      const place = places.get(settings.name)
      return { name: settings.name, managedBy: place === undefined ? 'environment' : 'file', place: place ?? null, settings }
    }),
    ...[...stored.values()].flatMap((entry): Entry<Settings>[] =>
      isTaken(entry.name) ? [] : [{ name: entry.name, managedBy: 'api', place: null, settings: entry.settings, stored: entry }],
    ),
  ]
}
