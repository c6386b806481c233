// Ways to make a valid value invalid: a required member removed, a member of a wrong type. Only where the schema certainly refuses the
// result: in a union only below the one branch that the value's tag names.

export function mutationsOf(schema, value, { lookup, fixedMembers, isOpen, requiredOf, tagsOf, typesOf }, limit = 200) {
  const found = []
  const visit = (schemas, current, spoil, depth) => {
    if (found.length >= limit || depth > 6) return
    const types = intersect(schemas.map((part) => typesOf(part, lookup)))
    const wrong = wrongValue(types)
    if (wrong !== undefined && depth > 0) found.push({ what: `wrong type at ${spoil.path}`, spoiled: spoil.with(wrong) })
    const shapes = schemas.flatMap((part) => shapesOf(part, current))
    if (isPlainObject(current)) {
      for (const name of new Set(shapes.flatMap((shape) => requiredOf(shape, lookup))))
        if (name in current && !schemas.some((part) => mayBeLacking(part, current, name)))
          found.push({ what: `${spoil.path}/${name} taken away`, spoiled: spoil.with(without(current, name)) })
      for (const [name, member] of Object.entries(current)) {
        const described = shapes.flatMap((shape) => (shape.properties?.[name] === undefined ? [] : [shape.properties[name]]))
        if (described.length > 0)
          visit(described, member, { path: `${spoil.path}/${name}`, with: (next) => spoil.with({ ...current, [name]: next }) }, depth + 1)
      }
    } else if (Array.isArray(current) && current.length > 0) {
      const described = shapes.flatMap((shape) => (shape.items === undefined ? [] : [shape.items]))
      if (described.length > 0)
        visit(described, current[0], { path: `${spoil.path}/0`, with: (next) => spoil.with([next, ...current.slice(1)]) }, depth + 1)
    }
  }

  // The object schemas that apply to the value: through $ref and allOf, and into a union where only one branch can be meant.
  const shapesOf = (schema, current) => {
    if (schema === null || typeof schema !== 'object') return []
    const below = schema.$ref ? shapesOf(lookup(schema.$ref), current) : []
    const parts = (schema.allOf ?? []).flatMap((part) => shapesOf(part, current))
    const union = schema.oneOf ?? schema.anyOf
    const branch = union && meantBranch(union, current)
    return [schema, ...below, ...parts, ...(branch === undefined ? [] : shapesOf(branch, current))]
  }

  // +1 for each member with an allowed text, much less for each with another text.
  const affinity = (branch, current) => {
    let sum = 0
    for (const [name, texts] of tagsOf(branch, lookup)) if (current[name] !== undefined) sum += texts.includes(current[name]) ? 1 : -10
    return sum
  }

  const meantBranch = (union, current) => {
    const fitting = union.filter((branch) => typesOf(branch, lookup).has(typeOf(current)))
    if (fitting.length === 1) return isOpen(fitting[0], lookup) ? undefined : fitting[0]
    if (!isPlainObject(current)) return undefined
    const tagged = fitting.filter((branch) => affinity(branch, current) > 0)
    return tagged.length === 1 && fitting.every((branch) => branch === tagged[0] || isOpen(branch, lookup) || affinity(branch, current) < 0)
      ? tagged[0]
      : undefined
  }

  // Without a tag that another branch does not require, the value may match that branch.
  const mayBeLacking = (schema, current, name) => {
    if (schema === null || typeof schema !== 'object') return false
    if (schema.$ref && mayBeLacking(lookup(schema.$ref), current, name)) return true
    const union = schema.oneOf ?? schema.anyOf ?? []
    const branch = meantBranch(union, current)
    if (branch === undefined) return false
    const isTag = fixedMembers(branch, lookup).includes(name)
    return (isTag && union.some((other) => !requiredOf(other, lookup).includes(name))) || mayBeLacking(branch, current, name)
  }

  visit([schema], value, { path: '', with: (next) => next }, 0)
  return found
}

const samples = { string: 'spoiled', number: 12.5, boolean: true, array: [[]], object: { spoiled: true } }

function wrongValue(types) {
  const kind = Object.keys(samples).find((type) => !types.has(type))
  return kind === undefined ? undefined : samples[kind]
}

const isPlainObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
const without = (object, name) => Object.fromEntries(Object.entries(object).filter(([other]) => other !== name))
const intersect = (sets) => new Set([...sets[0]].filter((type) => sets.every((set) => set.has(type))))
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
