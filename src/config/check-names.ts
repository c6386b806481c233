import type { Problem } from './check.js'
import type { ConfigurationFile } from './file.js'
import { nearest, showName } from './problem.js'

/** Names and keys that occur twice. */
export function checkNames(file: ConfigurationFile): Problem | undefined {
  return (
    checkPatterns(file.models) ??
    duplicate(file.tokens, 'tokens', 'name', (token) => [token.name]) ??
    duplicate(file.tokens, 'tokens', 'key', (token) => [token.key]) ??
    duplicate(file.providers ?? [], 'providers', 'name', (provider) => [provider.name]) ??
    duplicate(file.models, 'models', 'name', (model) => [model.name, ...model.aliases])
  )
}

function duplicate<T>(items: readonly T[], list: string, member: string, values: (item: T) => readonly string[]): Problem | undefined {
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    for (const value of values(item)) {
      const first = seen.get(value)
      const what = member === 'key' ? 'key' : `name ${showName(value)}`
      if (first !== undefined)
        return { path: [list, index, member], expected: `expected a ${what} of its own, already taken by ${list}[${first}]` }
      seen.set(value, index)
    }
  }
  return undefined
}

/** `*` in names of models: one stands for any run of characters, and a target takes over only what the names have. */
function checkPatterns(models: ConfigurationFile['models']): Problem | undefined {
  for (const [index, { name, aliases, targets }] of models.entries()) {
    for (const [text, path] of [[name, ['name']] as const, ...aliases.map((alias, place) => [alias, ['aliases', place]] as const)])
      if (stars(text) > 1)
        return { path: ['models', index, ...path], expected: `expected one * at the most, as in "gpt-*", found ${showName(text)}` }
    const allPatterns = [name, ...aliases].every((text) => stars(text) === 1)
    for (const [position, { model }] of targets.entries())
      if (stars(model) > 1 || (stars(model) === 1 && !allPatterns))
        return {
          path: ['models', index, 'targets', position, 'model'],
          expected: `expected the name of one model; a * here takes over what the * of the model's own name stands for, found ${showName(model)}`,
        }
  }
  return undefined
}

function stars(text: string): number {
  return text.split('*').length - 1
}

/** A target that names a provider which does not exist. */
export function checkReferences(
  models: readonly { readonly targets: readonly { readonly provider: string }[] }[],
  providers: readonly { readonly name: string }[],
): Problem | undefined {
  const names = providers.map((provider) => provider.name)
  for (const [index, model] of models.entries()) {
    for (const [position, target] of model.targets.entries()) {
      if (names.includes(target.provider)) continue
      const meant = nearest(target.provider, names)
      const hint =
        meant === undefined
          ? `expected one of ${names.map(showName).join(', ') || '(none is configured)'}`
          : `did you mean ${showName(meant)}?`
      return {
        path: ['models', index, 'targets', position, 'provider'],
        expected: `no provider has the name ${showName(target.provider)}; ${hint}`,
      }
    }
  }
  return undefined
}
