// The part of the client profile that belongs to one style: its operations, with the schemas that they need.
const local = /^#\/components\/schemas\/(\w+)$/

/** `profile`: the client profile. `document`: the bundled document of the style. Neither is changed. */
export function clientProfileOf(profile, document) {
  const own = new Set(Object.keys(document.paths))
  const paths = Object.fromEntries(Object.entries(profile.paths).filter(([path]) => own.has(path)))
  const needed = new Set()
  const take = (value) => {
    for (const name of namesIn(value)) {
      if (needed.has(name)) continue
      needed.add(name)
      take(profile.components.schemas[name])
    }
  }
  take(paths)
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)))
  return {
    ...profile,
    info: { ...profile.info, title: document.info.title, description: document.info.description },
    tags: profile.tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      ...profile.components,
      schemas: Object.fromEntries(Object.entries(profile.components.schemas).filter(([name]) => needed.has(name))),
    },
  }
}

function* namesIn(value) {
  if (value === null || typeof value !== 'object') return
  const [, name] = local.exec(value.$ref ?? '') ?? []
  if (name !== undefined) yield name
  for (const member of Object.values(value)) yield* namesIn(member)
}
