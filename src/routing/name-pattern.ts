/** Whether a model's name in the configuration is a pattern, such as `gpt-*`. */
export function isPattern(name: string): boolean {
  return name.includes('*')
}

/** The part of a name that the `*` of a pattern matches, possibly empty; `undefined` where the name does not match. */
export function capture(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*')
  const before = pattern.slice(0, star)
  const after = pattern.slice(star + 1)
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return undefined
  return name.slice(before.length, name.length - after.length)
}

/**
 * The model at a target of a pattern: `*` alone is the requested name; a `*` within a name is replaced by the part that the pattern's `*`
 * matched; a name without `*` is the same for all requests.
 */
export function targetModel(model: string, name: string, captured: string): string {
  if (model === '*') return name
  return model.replace('*', () => captured)
}

/** The reverse: the name by which clients request a target's model; `undefined` where the pattern has none. */
export function nameFor(pattern: string, model: string, providersName: string): string | undefined {
  if (!isPattern(model)) return undefined
  if (model === '*') return capture(pattern, providersName) === undefined ? undefined : providersName
  const captured = capture(model, providersName)
  return captured === undefined ? undefined : pattern.replace('*', () => captured)
}
