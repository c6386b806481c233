/**
 * Which form of thinking a model takes depends on its generation, and the interface does not say which. Names are the only hint: models
 * up to 4.5 know budgets only, those from 4.7 on adaptive thinking only. Any other name may take either.
 */
export function thinkingForm(model: string): 'budget' | 'adaptive' | 'either' {
  const generation = generationOf(model)
  if (generation === undefined) return 'either'
  if (generation <= 4.5) return 'budget'
  return generation >= 4.7 ? 'adaptive' : 'either'
}

/** The effort `xhigh` came with 4.7; earlier models refuse it. */
export function newestEffort(model: string): boolean {
  return (generationOf(model) ?? 0) >= 4.7
}

/** `claude-opus-4-7` → 4.7, `claude-sonnet-4-20250514` → 4, `claude-3-7-sonnet-latest` → 3.7; `undefined` for other names. */
function generationOf(model: string): number | undefined {
  const found = /claude-(?:[a-z]+-)?(\d)(?:[-.](\d)(?!\d))?/.exec(model)
  return found === null ? undefined : Number(`${found[1] ?? ''}.${found[2] ?? '0'}`)
}
