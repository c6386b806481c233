// The tag of a union of objects: a member with values of its own in every branch.

/**
 * `tag`: the member that tells most of these branches apart, undefined where no two are. `branches`: those that it does; of several with one
 * value the first.
 */
export function toldApart(branches, resolve) {
  const shapes = branches.map(resolve)
  const [first, ...others] = shapes.map((shape) => Object.keys(shape.properties ?? {}).filter((name) => tagValues(shape, name, resolve)))
  const candidates = first
    .filter((name) => others.every((names) => names.includes(name)))
    .map((tag) => ({ tag, branches: withValuesOfTheirOwn(branches, shapes, tag, resolve) }))
  const best = candidates.toSorted((a, b) => b.branches.length - a.branches.length)[0]
  return best !== undefined && (best.branches.length > 1 || branches.length === 1)
    ? best
    : { tag: undefined, branches: branches.slice(0, 1) }
}

function withValuesOfTheirOwn(branches, shapes, tag, resolve) {
  const taken = new Set()
  return branches.filter((_, index) => {
    const values = tagValues(shapes[index], tag, resolve)
    if (values.some((value) => taken.has(value))) return false
    for (const value of values) taken.add(value)
    return true
  })
}

/** The texts that this member of the object may be, if the contract lists them: `x-known-values` where others may come. */
export function tagValues(shape, name, resolve) {
  const member = resolve(shape.properties[name])
  if (typeof member?.const === 'string') return [member.const]
  const values = member?.['x-known-values'] ?? member?.enum
  return values?.every((value) => typeof value === 'string') ? values : undefined
}
