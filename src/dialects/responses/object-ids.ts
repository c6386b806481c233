import { valuesNamed } from '../../json/folded.js'
import { listOf, objectOf, objectsOf } from '../../json/object.js'
import type { WireObject } from '../dialect.js'
import { MadeIds, NamedReferences, References, type ObjectIds, type ObjectReference } from '../object-ids.js'
import { isItemReference } from './request/items-decode.js'

export const objectIds: ObjectIds = {
  referencesIn,
  marks: ['"conversation"', '"prompt"', '"item_reference"', '"file_id', '"vector_store_ids"', '"container'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
  made: {
    mayBe: () => true,
    idsIn,
    // Events with a whole item or a whole response.
    marks: ['"response.output_item.done"', '"response.completed"', '"response.incomplete"'],
  },
}

const named = new NamedReferences(
  { file_id: 'File', container: 'Container', container_id: 'Container' },
  { file_ids: 'File', vector_store_ids: 'Vector store' },
)

function referencesIn(wire: WireObject): ObjectReference[] {
  const references = new References()
  const { conversation, prompt } = wire
  references.add(conversation, '/conversation', 'Conversation')
  references.addMember(conversation, 'id', '/conversation', 'Conversation')
  references.addMember(prompt, 'id', '/prompt/id', 'Prompt')
  for (const [index, item] of listOf(wire['input']).entries()) {
    if (isItemReference(item) || valuesNamed(objectOf(item), 'type').includes('item_reference'))
      references.addMember(item, 'id', `/input/${index}/id`, 'Item')
  }
  for (const part of ['input', 'tools', 'prompt']) references.addNamed(wire[part], `/${part}`, named)
  return references.found
}

/** The ids of a response's conversation, items, containers and files. */
function idsIn(wire: WireObject): string[] {
  const made = new MadeIds()
  const response = objectOf(wire['response']) ?? wire
  made.add(objectOf(response['conversation'])?.['id'])
  for (const item of objectsOf(response['output'] ?? [wire['item']])) {
    made.add(item['id'])
    made.add(item['container_id'])
    for (const part of objectsOf(item['content']))
      for (const annotation of objectsOf(part['annotations'])) {
        // Other citations are of files that existed before.
        if (annotation['type'] !== 'container_file_citation') continue
        made.add(annotation['file_id'])
        made.add(annotation['container_id'])
      }
  }
  return made.ids
}
