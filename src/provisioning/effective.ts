import type { Configuration, ConfiguredProvider, ModelSettings } from '../config/configuration.js'

/** The file's names of providers, and those of models with their aliases, by the model's own name. */
export function namesOfFile({ providers, models }: Pick<Configuration, 'providers' | 'models'>): {
  readonly providers: ReadonlySet<string>
  readonly models: ReadonlyMap<string, string>
} {
  return {
    providers: new Set(providers.map(({ name }) => name)),
    models: new Map(models.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [one, name] as const))),
  }
}

/** The file's providers and models with those of the database. A name that the file has is the file's; of an alias too. */
export function effectiveConfiguration(
  file: Configuration,
  stored: { readonly providers: readonly ConfiguredProvider[]; readonly models: readonly ModelSettings[] },
): Configuration {
  if (stored.providers.length === 0 && stored.models.length === 0) return file
  const taken = namesOfFile(file)
  return {
    ...file,
    providers: [...file.providers, ...stored.providers.filter(({ name }) => !taken.providers.has(name))],
    models: [
      ...file.models,
      ...stored.models.flatMap((model) =>
        taken.models.has(model.name) ? [] : [{ ...model, aliases: model.aliases.filter((alias) => !taken.models.has(alias)) }],
      ),
    ],
  }
}
