import { isItemReference } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { isObject, listOf, objectOf, objectsOf, textOf } from '../../json/object.js'

/** An object of a provider that a request names by its id. */
export interface ObjectReference {
  readonly id: string
  /** Its place, as a JSON pointer. */
  readonly param: string
  /** Its noun in error messages. */
  readonly noun: string
}

/** Most references that are looked for. */
const most = 10_000

/** Ids of a provider's objects in a request for a response: the provider would show their contents to the client. */
export function referencesIn(wire: WireObject): ObjectReference[] {
  const found: ObjectReference[] = []
  const add = (value: unknown, param: string, noun: string): void => {
    const id = textOf(value)
    if (id !== undefined && found.length < most) found.push({ id, param, noun })
  }
  const { conversation, prompt } = wire
  add(isObject(conversation) ? conversation['id'] : conversation, '/conversation', 'Conversation')
  add(objectOf(prompt)?.['id'], '/prompt/id', 'Prompt')
  for (const [index, item] of listOf(wire['input']).entries()) {
    if (isItemReference(item)) add(item.id, `/input/${index}/id`, 'Item')
  }
  for (const part of ['input', 'tools', 'prompt']) namedIn(wire[part], `/${part}`, add)
  return found
}

const lists: Readonly<Record<string, string>> = { file_ids: 'File', vector_store_ids: 'Vector store' }
const members: Readonly<Record<string, string>> = { file_id: 'File', container: 'Container', container_id: 'Container' }

/** By the names of the members, however deep: files are named in parts of messages, of tool results, and in tools. */
function namedIn(root: unknown, start: string, add: (value: unknown, param: string, noun: string) => void): void {
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
      const member = value[name]
      if (Object.hasOwn(members, name)) add(member, `${at}/${name}`, members[name] ?? '')
      if (Object.hasOwn(lists, name))
        for (const [index, id] of listOf(member).entries()) add(id, `${at}/${name}/${index}`, lists[name] ?? '')
      if (typeof member === 'object' && member !== null) waiting.push([member, `${at}/${name}`])
    }
  }
}

/** Ids of the objects that a provider made for this response: its items, its conversation, its containers and files. */
export function idsMadeFor(response: WireObject): string[] {
  const ids: string[] = []
  const add = (value: unknown): void => {
    const id = textOf(value)
    if (id !== undefined && id.length <= 200 && ids.length < most) ids.push(id)
  }
  add(objectOf(response['conversation'])?.['id'])
  for (const item of objectsOf(response['output'])) {
    add(item['id'])
    add(item['container_id'])
    for (const part of objectsOf(item['content']))
      for (const annotation of objectsOf(part['annotations'])) {
        // A citation of a search names a file that existed before.
        if (annotation['type'] !== 'container_file_citation') continue
        add(annotation['file_id'])
        add(annotation['container_id'])
      }
  }
  return ids
}
