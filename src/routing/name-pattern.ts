/** Whether a model's name of the configuration stands for all names of its form: `gpt-*`. */
export function isPattern(name: string): boolean {
  return name.includes('*')
}

/** What the `*` of a pattern stands for in a name; `undefined` where the name does not fit. It may stand for nothing. */
export function capture(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*')
  const before = pattern.slice(0, star)
  const after = pattern.slice(star + 1)
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return undefined
  return name.slice(before.length, name.length - after.length)
}

/**
 * The model that a target is asked for where a pattern was: `*` alone takes the name as it was asked for; a `*` within a name takes what the
 * pattern's `*` stands for; a name without `*` is the same for all.
 */
export function targetModel(model: string, name: string, captured: string): string {
  if (model === '*') return name
  return model.replace('*', () => captured)
}

/** The name by which a target's model is asked for, the other way round; `undefined` where the pattern has no such name. */
export function nameFor(pattern: string, model: string, providersName: string): string | undefined {
  if (!isPattern(model)) return undefined
  if (model === '*') return capture(pattern, providersName) === undefined ? undefined : providersName
  const captured = capture(model, providersName)
  return captured === undefined ? undefined : pattern.replace('*', () => captured)
}
