import { NamedReferences, References, type ObjectIds, type ObjectReference } from '../dialects/object-ids.js'
import type { WireObject } from '../dialects/dialect.js'
import { valuesNamed } from '../json/folded.js'
import { isObject, objectOf, objectsOf } from '../json/object.js'

/** Objects that events of a client of a realtime session refer to. */
export const realtimeObjectIds: ObjectIds = {
  referencesIn,
  marks: ['_id', '"item_reference"', '"prompt"', '"conversation"'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
}

/** Items and responses of the session itself have ids of the same kinds. */
const ofSession = new NamedReferences({ item_id: 'Item', previous_item_id: 'Item', response_id: 'Response' })
const named = new NamedReferences({ file_id: 'File' }, { file_ids: 'File', vector_store_ids: 'Vector store' }, ['parameters'])

function referencesIn(event: WireObject): ObjectReference[] {
  const references = new References()
  const session = new References()
  references.addNamed(event, '', named)
  session.addNamed(event, '', ofSession)
  for (const part of ['session', 'response'])
    for (const settings of valuesNamed(event, part)) {
      for (const prompt of valuesNamed(objectOf(settings), 'prompt')) references.addMember(prompt, 'id', `/${part}/prompt/id`, 'Prompt')
      for (const conversation of valuesNamed(objectOf(settings), 'conversation')) {
        // `auto` and `none` are not ids and have no owner.
        session.add(conversation, `/${part}/conversation`, 'Conversation')
        session.addMember(conversation, 'id', `/${part}/conversation`, 'Conversation')
      }
      for (const [index, item] of valuesNamed(objectOf(settings), 'input').flatMap(objectsOf).entries())
        if (isReference(item)) session.addMember(item, 'id', `/${part}/input/${index}/id`, 'Item')
    }
  for (const item of valuesNamed(event, 'item')) if (isReference(item)) session.addMember(item, 'id', '/item/id', 'Item')
  return [...references.found, ...session.found.map((reference) => ({ ...reference, ofSession: true }))]
}

function isReference(item: unknown): boolean {
  return isObject(item) && valuesNamed(item, 'type').includes('item_reference')
}
