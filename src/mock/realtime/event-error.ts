import { isObject, type JsonObject } from '../../json/object.js'

/** What is wrong with an event of the client. */
export class EventError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The member that is wrong. */
    readonly param: string | null,
  ) {
    super(message)
  }
}

type Kind = 'object' | 'string' | 'number'

/** Members that an event must have. */
const required: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'session.update': { session: 'object' },
  'conversation.item.create': { item: 'object' },
  'conversation.item.retrieve': { item_id: 'string' },
  'conversation.item.delete': { item_id: 'string' },
  'conversation.item.truncate': { item_id: 'string', content_index: 'number', audio_end_ms: 'number' },
  'input_audio_buffer.append': { audio: 'string' },
}

/** The first member of an event that is missing or of another type. */
export function problemOf(event: JsonObject): EventError | undefined {
  const { type } = event
  if (typeof type !== 'string') return missing('type')
  for (const [name, kind] of Object.entries((Object.hasOwn(required, type) ? required[type] : undefined) ?? {})) {
    const value = event[name]
    if (value === undefined) return missing(name)
    if (kind === 'object' ? !isObject(value) : typeof value !== kind)
      return new EventError('invalid_type', `${name} must be of the type ${kind}.`, name)
  }
  const { item } = event
  return type === 'conversation.item.create' && isObject(item) && typeof item['type'] !== 'string' ? missing('item.type') : undefined
}

function missing(name: string): EventError {
  return new EventError('missing_required_parameter', `${name} is required.`, name)
}
