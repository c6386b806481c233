import type { Configuration, ConfiguredProvider, ModelSettings } from '../config/configuration.js'
import type { ConfiguredRow } from '../store/configured-repository.js'
import { effectiveConfiguration } from './effective.js'
import type { EntryForm, StoredEntry } from './stored-entry.js'

export type StoredProvider = StoredEntry<ConfiguredProvider>
export type StoredModel = StoredEntry<ModelSettings>

export interface StoredRows {
  readonly providers: readonly ConfiguredRow[]
  readonly models: readonly ConfiguredRow[]
}

interface ProvisioningOptions {
  /** The file's, or that of a start without a file. */
  readonly configuration: Configuration
  readonly form: EntryForm
  readonly rows: StoredRows
  /** Called with another configuration that counts from now on. */
  readonly use: (configuration: Configuration) => void
}

/** The providers and models that there are: those of the configuration file and those that were made by the admin API. */
export class Provisioning {
  readonly form: EntryForm
  #file: Configuration
  #providers: ReadonlyMap<string, StoredProvider>
  #models: ReadonlyMap<string, StoredModel>
  #effective: Configuration
  readonly #use: (configuration: Configuration) => void

  constructor({ configuration, form, rows, use }: ProvisioningOptions) {
    this.form = form
    this.#file = configuration
    this.#providers = byName(rows.providers.map((row) => form.providerOf(row)))
    this.#models = byName(rows.models.map((row) => form.modelOf(row)))
    this.#use = use
    this.#effective = this.#combine()
  }

  /** The configuration file, or what a start without one has found. */
  get file(): Configuration {
    return this.#file
  }

  /** All that counts now. */
  get configuration(): Configuration {
    return this.#effective
  }

  /** In the order in which they were made, those that the file shadows too. */
  get providers(): ReadonlyMap<string, StoredProvider> {
    return this.#providers
  }

  get models(): ReadonlyMap<string, StoredModel> {
    return this.#models
  }

  /** The file was read again. */
  takeFile(configuration: Configuration): void {
    this.#file = configuration
    this.#changed()
  }

  /** What the database has, where another gateway has changed it. */
  takeRows({ providers, models }: StoredRows): void {
    if (isSame(providers, this.#providers) && isSame(models, this.#models)) return
    this.#providers = byName(providers.map((row) => this.form.providerOf(row)))
    this.#models = byName(models.map((row) => this.form.modelOf(row)))
    this.#changed()
  }

  putProvider(provider: StoredProvider): void {
    this.#providers = new Map(this.#providers).set(provider.name, provider)
    this.#changed()
  }

  removeProvider(name: string): void {
    this.#providers = without(this.#providers, name)
    this.#changed()
  }

  putModel(model: StoredModel): void {
    this.#models = new Map(this.#models).set(model.name, model)
    this.#changed()
  }

  removeModel(name: string): void {
    this.#models = without(this.#models, name)
    this.#changed()
  }

  #changed(): void {
    this.#effective = this.#combine()
    this.#use(this.#effective)
  }

  #combine(): Configuration {
    return effectiveConfiguration(this.#file, {
      providers: [...this.#providers.values()].flatMap(({ settings }) => settings ?? []),
      models: [...this.#models.values()].flatMap(({ settings }) => settings ?? []),
    })
  }
}

function byName<Entry extends { readonly name: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.name, entry]))
}

function without<Entry>(entries: ReadonlyMap<string, Entry>, name: string): ReadonlyMap<string, Entry> {
  const rest = new Map(entries)
  rest.delete(name)
  return rest
}

function isSame(rows: readonly ConfiguredRow[], entries: ReadonlyMap<string, StoredEntry<unknown>>): boolean {
  return (
    rows.length === entries.size &&
    rows.every(({ id, name, version }) => entries.get(name)?.id === id && entries.get(name)?.version === version)
  )
}
