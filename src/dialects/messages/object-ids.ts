import { valuesNamed } from '../../json/folded.js'
import { isObject, objectOf, objectsOf, textOrEmpty } from '../../json/object.js'
import type { WireObject } from '../dialect.js'
import { MadeIds, NamedReferences, References, type ObjectIds, type ObjectReference } from '../object-ids.js'
import { unknownThread } from './request/thread.js'

export const objectIds: ObjectIds = {
  referencesIn,
  marks: ['"file_id"', '"container"', '"previous_message_id"'],
  // https://docs.claude.com/en/docs/build-with-claude/files: an unknown file is a 404.
  unknown: { kind: 'not_found' },
  issued: true,
  made: { mayBe, idsIn, marks: ['"container"', '"file_id"', '"message_start"'] },
}

/** The input of a client's tool is not searched: its members are the client's. */
const named = new NamedReferences({ file_id: 'File' }, {}, ['input'])

function referencesIn({ container, diagnostics, messages, system, thread }: WireObject): ObjectReference[] {
  const references = new References()
  if (isObject(container)) {
    references.addMember(container, 'id', '/container/id', 'Container')
    for (const [index, skill] of valuesNamed(container, 'skills').flatMap(objectsOf).entries())
      if (skill['type'] !== 'anthropic') references.addMember(skill, 'skill_id', `/container/skills/${index}/skill_id`, 'Skill')
  } else references.add(container, '/container', 'Container')
  references.addMember(diagnostics, 'previous_message_id', '/diagnostics/previous_message_id', 'Message')
  references.addMember(thread, 'previous_message_id', '/thread/previous_message_id', 'Message', unknownThread)
  references.addNamed(messages, '/messages', named)
  references.addNamed(system, '/system', named)
  return references.found
}

/** Code execution creates a container with files; with `diagnostics` or a `thread` later requests refer to the message. */
function mayBe({ container, diagnostics, thread, tools }: WireObject): boolean {
  return isObject(diagnostics) || isObject(thread) || (container ?? undefined) !== undefined || objectsOf(tools).some(runsCode)
}

function runsCode({ type }: WireObject): boolean {
  return textOrEmpty(type).startsWith('code_execution')
}

function idsIn(wire: WireObject): string[] {
  const made = new MadeIds()
  const message = objectOf(wire['message']) ?? wire
  if (message['type'] === 'message') made.add(message['id'])
  made.add(objectOf((objectOf(wire['delta']) ?? message)['container'])?.['id'])
  for (const block of objectsOf(message['content'] ?? [wire['content_block']])) {
    if (!textOrEmpty(block['type']).endsWith('code_execution_tool_result')) continue
    for (const output of objectsOf(objectOf(block['content'])?.['content'])) made.add(output['file_id'])
  }
  return made.ids
}
