import { defined, isObject, listOf, objectOf, textOf, type JsonObject } from '../json/object.js'
import { foldName, valuesNamed } from '../json/folded.js'
import type { GatewayError } from '../exchange/error.js'

/** A reference of a request to an object that a provider stores (a file, a container …). */
export interface ObjectReference {
  readonly id: string
  /** The JSON pointer of the id. */
  readonly param: string
  /** The kind of object, for error messages. */
  readonly noun: string
  /** The object may also be one of the running session, whose ids the gateway does not record. */
  readonly ofSession?: boolean
  /** The error for an unknown one, where it is not the dialect's. */
  readonly unknown?: UnknownObject
}

/** The error with which a provider answers an unknown id, without its message. */
export type UnknownObject = Pick<GatewayError, 'kind' | 'code' | 'native'>

/** How requests and replies of a dialect refer to stored objects, which only the caller that created them may use. */
export interface ObjectIds {
  /** The references of a request. */
  referencesIn(wire: JsonObject): ObjectReference[]
  /** Every request with references contains one of these texts, in any case, if the names of its members are ASCII without JSON escapes. */
  readonly marks: readonly string[]
  readonly unknown: UnknownObject
  /** Whether clients can create such objects through this gateway. */
  readonly issued: boolean
  /** Absent: replies contain no ids of new objects. */
  readonly made?: MadeObjects
}

/** Whether JSON may have references: a search that is faster than parsing. */
export function mayRefer(bytes: Buffer, { marks }: ObjectIds): boolean {
  const text = bytes.toString('latin1')
  const lowerCase = text.toLowerCase()
  return otherSpellings.some((mark) => text.includes(mark)) || marks.some((mark) => lowerCase.includes(mark.toLowerCase()))
}

/** Escapes, and the letters beyond ASCII that fold to an s or a k. */
const otherSpellings = ['\\u', Buffer.from('ſ').toString('latin1'), Buffer.from('\u212a').toString('latin1')]

export interface MadeObjects {
  /** Whether the reply to this request may contain ids of objects that the provider created for it. */
  mayBe(wire: JsonObject): boolean
  /** The ids of these objects in a whole reply or in one event of a stream. */
  idsIn(wire: JsonObject): string[]
  /** Every event with such ids contains one of these texts. */
  readonly marks: readonly string[]
}

/** The most references of one request; one more is collected, and refused. */
export const mostReferences = 10_000
/** The most ids of one reply that are recorded. */
const mostMade = 10_000
/** In UTF-16 units; longer ids of a provider are not stored. */
const maxIdLength = 200

export class References {
  readonly found: ObjectReference[] = []

  add(value: unknown, param: string, noun: string, unknown?: UnknownObject): void {
    const id = textOf(value)
    if (id !== undefined && this.found.length <= mostReferences) this.found.push(defined({ id, param, noun, unknown }))
  }

  /** Adds the ids in the members of this name of an object, in any case. */
  addMember(object: unknown, name: string, param: string, noun: string, unknown?: UnknownObject): void {
    for (const value of valuesNamed(objectOf(object), name)) this.add(value, param, noun, unknown)
  }

  /** Adds the ids in all members with given names, in any case, at any depth. */
  addNamed(root: unknown, start: string, named: NamedReferences): void {
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
        const member = value[name]
        const { noun, nounOfItems, skipped } = named.of(name)
        if (skipped) continue
        if (noun !== undefined) this.add(member, `${at}/${name}`, noun)
        if (nounOfItems !== undefined)
          for (const [index, id] of listOf(member).entries()) this.add(id, `${at}/${name}/${index}`, nounOfItems)
        if (typeof member === 'object' && member !== null) waiting.push([member, `${at}/${name}`])
      }
    }
  }
}

/** What members of one name contain. */
interface NameUse {
  /** Of the one id. */
  readonly noun: string | undefined
  /** Of each id of a list. */
  readonly nounOfItems: string | undefined
  /** It is not searched. */
  readonly skipped: boolean
}

/** Names of members that are remembered; clients invent names as they like. */
const mostNames = 500
const longestName = 64

/** Where ids stand at any depth: the noun for each name of a member with one id, or with a list of ids, and names that are not searched. */
export class NamedReferences {
  readonly #members: ReadonlyMap<string, string>
  readonly #lists: ReadonlyMap<string, string>
  readonly #skipped: ReadonlySet<string>
  /** Names that came before: requests repeat the same few. */
  readonly #known = new Map<string, NameUse>()

  constructor(members: Readonly<Record<string, string>>, lists: Readonly<Record<string, string>> = {}, skipped: readonly string[] = []) {
    this.#members = byFolded(members)
    this.#lists = byFolded(lists)
    this.#skipped = new Set(skipped)
  }

  /** In any case of letters, except for names that are not searched. */
  of(name: string): NameUse {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const folded = foldName(name)
    const use = { noun: this.#members.get(folded), nounOfItems: this.#lists.get(folded), skipped: this.#skipped.has(name) }
    if (this.#known.size < mostNames && name.length <= longestName) this.#known.set(name, use)
    return use
  }
}

function byFolded(nouns: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(nouns).map(([name, noun]) => [foldName(name), noun]))
}

/** Collects the ids of objects that a provider has created. */
export class MadeIds {
  readonly ids: string[] = []

  add(value: unknown): void {
    const id = textOf(value)
    if (id !== undefined && id.length <= maxIdLength && this.ids.length < mostMade) this.ids.push(id)
  }
}
