import type { PlatformConsoleModel, PlatformModel } from '../../../generated/platform/model/index.js'

/** A model as everybody sees it, and as admins do; one that does not count now is known to admins alone. */
export interface ShownModel {
  readonly name: string
  readonly model: PlatformConsoleModel | undefined
  readonly managed: PlatformModel | undefined
}

/** All models by name, confined to those with a text in their names, aliases or providers. */
export function modelsShown(
  models: readonly PlatformConsoleModel[],
  managed: readonly PlatformModel[],
  wanted: string,
): readonly ShownModel[] {
  const byName = new Map<string, ShownModel>()
  for (const model of models) byName.set(model.name, { name: model.name, model, managed: undefined })
  for (const one of managed) byName.set(one.name, { name: one.name, model: byName.get(one.name)?.model, managed: one })
  // Everybody's list has other names of a model as models of their own.
  for (const { name, aliases } of managed) for (const alias of aliases) if (alias !== name) byName.delete(alias)
  const text = wanted.toLowerCase()
  return [...byName.values()]
    .filter((shown) => text === '' || textsOf(shown).some((one) => one.toLowerCase().includes(text)))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function textsOf({ name, model, managed }: ShownModel): readonly string[] {
  const targets = model?.targets ?? managed?.targets ?? []
  return [name, ...(managed?.aliases ?? []), ...targets.flatMap((target) => [target.provider, target.model])]
}
