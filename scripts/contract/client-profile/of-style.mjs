import { neededSchemas } from './needed-schemas.mjs'

/**
 * The part of the client profile that belongs to one style: its operations, with the schemas that they need. `profile`: the client profile.
 * `document`: the bundled document of the style. Neither is changed.
 */
export function clientProfileOf(profile, document) {
  const own = new Set(Object.keys(document.paths))
  const paths = Object.fromEntries(Object.entries(profile.paths).filter(([path]) => own.has(path)))
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)))
  return neededSchemas({
    ...profile,
    info: { ...profile.info, title: document.info.title, description: document.info.description },
    tags: profile.tags.filter(({ name }) => used.has(name)),
    paths,
  })
}
