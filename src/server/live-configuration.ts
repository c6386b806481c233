import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '../config/configuration.js'
import { defined, isObject, type JsonObject } from '../json/object.js'

/**
 * The configuration that counts now. It and its sections are the same objects for the life of the process: who has one of them, and reads
 * its members when they are needed, has what the last reload has set.
 */
export class LiveConfiguration {
  readonly now: Configuration

  constructor(private readonly start: Configuration) {
    this.now = copyOf(start)
  }

  /** Takes over whatever can change while the gateway runs. */
  take(next: Configuration): void {
    copyInto(this.now, countingAtOnce(this.start, next))
  }

  /** The same with what was set at the start where this cannot change while the gateway runs. */
  ofNow(next: Configuration): Configuration {
    return countingAtOnce(this.start, next)
  }

  /** Keys that have changed since the start and count at the next one only. */
  keysAtNextStart(next: Configuration): readonly string[] {
    // Without a database the file need not name a key: each reading makes another.
    const isPassing = this.start.database.kind === 'memory' && next.database.kind === 'memory'
    return changedKeys(countingAtOnce(this.start, next), isPassing ? { ...next, secret_key: this.start.secret_key } : next)
  }

  /** Keys beside tokens, providers and models that `take` would change. */
  keysToTake(next: Configuration): readonly string[] {
    return changedKeys(this.now, countingAtOnce(this.start, next))
  }
}

/** `next` with what the process cannot change while it runs: where it listens, its database, and the size of Node's buffer for headers. */
function countingAtOnce(start: Configuration, next: Configuration): Configuration {
  const { host, port, socket, base_path, workers } = start.server
  return defined({
    ...next,
    server: defined({ ...next.server, host, port, socket, base_path, workers }),
    limits: { ...next.limits, header_bytes: start.limits.header_bytes },
    database: start.database,
    redis: start.redis,
    secret_key: start.secret_key,
  })
}

/** Compared by name (`compareConfigurations`), or no settings. */
const notCompared: ReadonlySet<string> = new Set(['tokens', 'providers', 'models', 'warnings', 'discover', 'file', 'places'])

/** Paths of what differs: `limits.in_flight`. A list, and how the database is reached, is one key. */
function changedKeys(before: object, after: object, path = ''): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    if (path === '' && notCompared.has(name)) return []
    const old: unknown = Reflect.get(before, name)
    const fresh: unknown = Reflect.get(after, name)
    if (isObject(old) && isObject(fresh) && !('kind' in fresh)) return changedKeys(old, fresh, `${path}${name}.`)
    return isDeepStrictEqual(old, fresh) ? [] : [path + name]
  })
}

/** The same with sections of its own. Lists are shared: nobody changes one. */
function copyOf<Section extends object>(section: Section): Section {
  const copy = { ...section }
  for (const [name, value] of Object.entries(section)) if (isSection(value)) Reflect.set(copy, name, copyOf(value))
  return copy
}

function copyInto(section: object, next: object): void {
  // Set, not removed: an object that loses members becomes slow to read.
  for (const name of Object.keys(section)) if (!(name in next)) Reflect.set(section, name, undefined)
  for (const [name, value] of Object.entries(next)) {
    const own: unknown = Reflect.get(section, name)
    if (isSection(own) && isSection(value)) copyInto(own, value)
    else Reflect.set(section, name, isSection(value) ? copyOf(value) : value)
  }
}

/** Maps are values: the places of entries. */
function isSection(value: unknown): value is JsonObject {
  return isObject(value) && !(value instanceof Map)
}
