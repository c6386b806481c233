const local = /^#\/components\/schemas\/(\w+)$/

/**
 * Leaves out the schemas that neither a body nor an event of an operation refers to. Generators make types of them that nothing uses, whose
 * names may be those of others.
 */
export function neededSchemas(document) {
  const { schemas } = document.components
  const needed = new Set()
  const take = (value) => {
    for (const name of namesIn(value)) {
      if (needed.has(name)) continue
      needed.add(name)
      take(schemas[name])
    }
  }
  take(document.paths)
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name))),
    },
  }
}

function* namesIn(value) {
  if (value === null || typeof value !== 'object') return
  const [, name] = local.exec(value.$ref ?? '') ?? []
  if (name !== undefined) yield name
  for (const member of Object.values(value)) yield* namesIn(member)
}
