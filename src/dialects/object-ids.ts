import { isObject, listOf, textOf, type JsonObject } from '../json/object.js'
import type { FailureKind } from '../exchange/error.js'

/** An object of a provider (a file, a container, …) that a request names by its id. */
export interface ObjectReference {
  readonly id: string
  /** Its place, as a JSON pointer. */
  readonly param: string
  /** Its noun in error messages. */
  readonly noun: string
}

/** The objects that providers of a dialect keep and requests name by their ids: they belong to whoever they were made for (promises P05). */
export interface ObjectIds {
  /** The references of a request. */
  referencesIn(wire: JsonObject): ObjectReference[]
  /** Texts that stand in the bytes of every request with references, if its JSON has no escapes in the names of members. */
  readonly marks: readonly string[]
  /** The error with which a provider answers an unknown id. */
  readonly unknown: { readonly kind: FailureKind; readonly code?: string }
  /** Whether such ids may have come into being through this gateway. */
  readonly issued: boolean
  /** Absent: replies name no objects that were made for them. */
  readonly made?: MadeObjects
}

export interface MadeObjects {
  /** Whether the reply to this request may name objects that the provider made for it. */
  mayBe(wire: JsonObject): boolean
  /** The ids of these objects in a whole reply or in one event of a stream. */
  idsIn(wire: JsonObject): string[]
  /** One of these texts stands in every event with such ids. */
  readonly marks: readonly string[]
}

/** Most references of one request that are looked up. */
const most = 10_000
/** Longer ids of a provider are not kept. */
const longestId = 200

export class References {
  readonly found: ObjectReference[] = []

  add(value: unknown, param: string, noun: string): void {
    const id = textOf(value)
    if (id !== undefined && this.found.length < most) this.found.push({ id, param, noun })
  }

  /** Adds by the names of members, however deep: `members` hold one id, `lists` several; nothing below `skipped` is an id of a provider. */
  addNamed(root: unknown, start: string, { members, lists = {}, skipped = none }: NamedReferences): void {
    // Without recursion: clients choose the depth.
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
  /** Nouns by the names of members. */
  readonly members: Readonly<Record<string, string>>
  readonly lists?: Readonly<Record<string, string>>
  readonly skipped?: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

function own(nouns: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(nouns, name) ? nouns[name] : undefined
}

/** Collects the ids that a provider has made, as far as they are kept. */
export class MadeIds {
  readonly ids: string[] = []

  add(value: unknown): void {
    const id = textOf(value)
    if (id !== undefined && id.length <= longestId && this.ids.length < most) this.ids.push(id)
  }
}
