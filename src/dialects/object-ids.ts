import { isObject, listOf, textOf, type JsonObject } from '../json/object.js'
import type { FailureKind } from '../exchange/error.js'

/** A reference of a request to an object that a provider stores (a file, a container …). */
export interface ObjectReference {
  readonly id: string
  /** The JSON pointer of the id. */
  readonly param: string
  /** The kind of object, for error messages. */
  readonly noun: string
}

/** How requests and replies of a dialect refer to stored objects, which only the caller that created them may use (promises P05). */
export interface ObjectIds {
  /** The references of a request. */
  referencesIn(wire: JsonObject): ObjectReference[]
  /** Every request with references contains one of these texts, if the names of its members have no JSON escapes. */
  readonly marks: readonly string[]
  /** The error with which a provider answers an unknown id. */
  readonly unknown: { readonly kind: FailureKind; readonly code?: string }
  /** Whether clients can create such objects through this gateway. */
  readonly issued: boolean
  /** Absent: replies contain no ids of new objects. */
  readonly made?: MadeObjects
}

export interface MadeObjects {
  /** Whether the reply to this request may contain ids of objects that the provider created for it. */
  mayBe(wire: JsonObject): boolean
  /** The ids of these objects in a whole reply or in one event of a stream. */
  idsIn(wire: JsonObject): string[]
  /** Every event with such ids contains one of these texts. */
  readonly marks: readonly string[]
}

/** The most references of one request that are checked. */
const maxReferences = 10_000
/** In UTF-16 units; longer ids of a provider are not stored. */
const maxIdLength = 200

export class References {
  readonly found: ObjectReference[] = []

  add(value: unknown, param: string, noun: string): void {
    const id = textOf(value)
    if (id !== undefined && this.found.length < maxReferences) this.found.push({ id, param, noun })
  }

  /** Adds the ids in all members with given names, at any depth. */
  addNamed(root: unknown, start: string, { members, lists = {}, skipped = none }: NamedReferences): void {
    // Not recursive, since the client decides the depth.
    const waiting: [value: unknown, at: string][] = [[root, start]]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [value, at] = next
      if (Array.isArray(value)) {
        for (const [index, item] of (value as unknown[]).entries()) if (isObject(item)) waiting.push([item, `${at}/${index}`])
        continue
      }
      if (!isObject(value)) continue
      for (const name in value) {
        if (skipped.has(name)) continue
        const member = value[name]
        const noun = own(members, name)
        if (noun !== undefined) this.add(member, `${at}/${name}`, noun)
        const nounOfItems = own(lists, name)
        if (nounOfItems !== undefined)
          for (const [index, id] of listOf(member).entries()) this.add(id, `${at}/${name}/${index}`, nounOfItems)
        if (typeof member === 'object' && member !== null) waiting.push([member, `${at}/${name}`])
      }
    }
  }
}

export interface NamedReferences {
  /** Names of members with one id, and the noun for each. */
  readonly members: Readonly<Record<string, string>>
  /** Names of members with a list of ids, and the noun for each. */
  readonly lists?: Readonly<Record<string, string>>
  /** Names of members that are not searched. */
  readonly skipped?: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

function own(nouns: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(nouns, name) ? nouns[name] : undefined
}

/** Collects the ids of objects that a provider has created. */
export class MadeIds {
  readonly ids: string[] = []

  add(value: unknown): void {
    const id = textOf(value)
    if (id !== undefined && id.length <= maxIdLength && this.ids.length < maxReferences) this.ids.push(id)
  }
}
