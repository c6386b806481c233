import { changed, isJsonObject, type Json, type JsonObject, type Path } from './json.js'

/** Shrinks a request: members and items are removed and values simplified while it still has the fault. */
export function smallest(request: JsonObject, hasFault: (request: JsonObject) => boolean): JsonObject {
  let best = request
  for (let progress = true; progress;) {
    progress = false
    for (const path of pathsOf(best)) {
      for (const candidate of [changed(best, path, undefined), ...simpler(best, path)]) {
        if (!isJsonObject(candidate) || !hasFault(candidate)) continue
        best = candidate
        progress = true
        break
      }
      if (progress) break
    }
  }
  return best
}

function simpler(value: Json, path: Path): Json[] {
  let place: Json | undefined = value
  for (const step of path) place = Array.isArray(place) ? place[Number(step)] : isJsonObject(place) ? place[step] : undefined
  if (typeof place !== 'string' || place.length <= 8) return []
  return [changed(value, path, /q\d+q/.exec(place)?.[0] ?? place.slice(0, 8))]
}

/** The paths of containers come before those of their members: the larger cut is tried first. */
function pathsOf(value: Json, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.map((item, index): [number, Json] => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : []
  return [...(path.length === 0 ? [] : [path]), ...inner.flatMap(([step, member]) => pathsOf(member, [...path, step]))]
}
