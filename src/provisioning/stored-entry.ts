import { keyPath } from '../config/problem.js'
import { readModelEntry, readProviderEntry, type EntryResult } from '../config/entries.js'
import type { ConfiguredProvider, ModelSettings } from '../config/configuration.js'
import type { ConnectionContext } from '../config/connection.js'
import { objectOf, parseObject, type JsonObject } from '../json/object.js'
import type { Vault } from '../secrets/vault.js'
import type { ConfiguredRow } from '../store/configured-repository.js'
import { joinSecrets, partSecrets } from './secret-members.js'

/** A provider or a model that was made by the admin API. */
export interface StoredEntry<Settings> {
  readonly id: string
  readonly name: string
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** As `anywire.yaml` would have it, with its secrets. */
  readonly content: JsonObject
  /** The same, complete; absent where it cannot be used. */
  readonly settings?: Settings | undefined
  /** Why it cannot be used. */
  readonly problem?: string | undefined
}

/** How stored providers and models are read and written. */
export class EntryForm {
  constructor(
    private readonly vault: Vault,
    private readonly context: ConnectionContext,
  ) {}

  checkProvider(content: JsonObject): EntryResult<ConfiguredProvider> {
    return readProviderEntry(content, this.context)
  }

  checkModel(content: JsonObject): EntryResult<ModelSettings> {
    return readModelEntry(content)
  }

  providerOf(row: ConfiguredRow): StoredEntry<ConfiguredProvider> {
    const opened = new Map<string, string>()
    const closed: string[] = []
    for (const [member, sealed] of Object.entries(parseObject(row.secrets) ?? {})) {
      const secret = typeof sealed === 'string' ? this.vault.open(sealed, { provider: row.name, member }) : undefined
      if (secret === undefined) closed.push(member)
      else opened.set(member, secret)
    }
    const content = joinSecrets(contentOf(row), opened)
    if (closed.length > 0)
      return { ...plain(row), content, problem: `${closed.join(', ')}: secret_key does not open what is stored; set it anew` }
    return { ...plain(row), content, ...used(this.checkProvider(content)) }
  }

  modelOf(row: ConfiguredRow): StoredEntry<ModelSettings> {
    const content = contentOf(row)
    return { ...plain(row), content, ...used(this.checkModel(content)) }
  }

  rowOf({ id, name, version, createdAt, content }: StoredEntry<unknown>): ConfiguredRow {
    const { settings, secrets } = partSecrets(content)
    const sealed = Object.entries(secrets).map(([member, secret]) => [member, this.vault.seal(secret, { provider: name, member })])
    return { id, name, version, createdAt, settings: JSON.stringify(settings), secrets: JSON.stringify(Object.fromEntries(sealed)) }
  }
}

function plain({ id, name, version, createdAt }: ConfiguredRow): Pick<ConfiguredRow, 'id' | 'name' | 'version' | 'createdAt'> {
  return { id, name, version, createdAt }
}

function contentOf({ settings }: ConfiguredRow): JsonObject {
  return objectOf(parseObject(settings)) ?? {}
}

/** Another version of the program may have stored what this one does not take. */
function used<Settings>(result: EntryResult<Settings>): { readonly settings?: Settings; readonly problem?: string } {
  return 'problem' in result ? { problem: `${keyPath(result.problem.path)}: ${result.problem.expected}` } : { settings: result.settings }
}
