import { valuesNamed } from '../../json/folded.js'
import { listOf, objectOf, objectsOf } from '../../json/object.js'
import type { WireObject } from '../dialect.js'
import { MadeIds, NamedReferences, References, type ObjectIds, type ObjectReference } from '../object-ids.js'

export const objectIds: ObjectIds = {
  referencesIn,
  marks: ['"file_id', '"audio"', '"vector_store_ids"'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
  made: {
    mayBe: ({ audio, modalities }) => objectOf(audio) !== undefined || listOf(modalities).includes('audio'),
    idsIn,
    marks: ['"audio"'],
  },
}

const named = new NamedReferences({ file_id: 'File' }, { file_ids: 'File', vector_store_ids: 'Vector store' }, ['parameters'])

function referencesIn({ messages, tools }: WireObject): ObjectReference[] {
  const references = new References()
  for (const [index, message] of objectsOf(messages).entries())
    for (const audio of valuesNamed(message, 'audio')) references.addMember(audio, 'id', `/messages/${index}/audio/id`, 'Audio')
  references.addNamed(messages, '/messages', named)
  references.addNamed(tools, '/tools', named)
  return references.found
}

/** The ids of audio answers, to which later requests refer. */
function idsIn({ choices }: WireObject): string[] {
  const made = new MadeIds()
  for (const { message, delta } of objectsOf(choices)) made.add(objectOf(objectOf(message ?? delta)?.['audio'])?.['id'])
  return made.ids
}
