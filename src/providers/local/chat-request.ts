import type { Turn } from './engine.js'
import { defined, isObject } from '../../json/object.js'

/** The parts of a chat completions request that the local model supports. */
export interface LocalRequest {
  readonly turns: readonly Turn[]
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  readonly stop: readonly string[]
  readonly json?: true | Readonly<Record<string, unknown>>
}

/** A request that the local model cannot answer: a 400. */
export class LocalRefusal extends Error {
  constructor(
    message: string,
    readonly param: string | null,
    readonly code: string | null = null,
  ) {
    super(message)
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Reads a request body. Unknown settings that only tune are ignored; what changes the question is refused. */
export function readChatRequest(body: unknown): LocalRequest {
  if (!isObject(body)) throw new LocalRefusal('The body must be a JSON object.', null)
  if (Array.isArray(body['tools']) && body['tools'].length > 0 && body['tool_choice'] !== 'none') {
    throw new LocalRefusal('The built-in local model cannot call tools.', 'tools', 'unsupported_parameter')
  }
  if (typeof body['n'] === 'number' && body['n'] > 1)
    throw new LocalRefusal('The built-in local model gives one answer only.', 'n', 'unsupported_parameter')
  const maxTokens = numberOf(body['max_completion_tokens']) ?? numberOf(body['max_tokens'])
  const temperature = numberOf(body['temperature'])
  const topP = numberOf(body['top_p'])
  const seed = numberOf(body['seed'])
  const json = readFormat(body['response_format'])
  return defined({
    turns: readTurns(body['messages']),
    stream: body['stream'] === true,
    includeUsage: isObject(body['stream_options']) && body['stream_options']['include_usage'] === true,
    stop: readStop(body['stop']),
    maxTokens,
    temperature,
    topP,
    seed,
    json,
  })
}

function readTurns(messages: unknown): Turn[] {
  if (!Array.isArray(messages) || messages.length === 0) throw new LocalRefusal('messages must be a list that is not empty.', 'messages')
  return messages.map((message: unknown, index): Turn => {
    const at = `messages[${index}]`
    if (!isObject(message)) throw new LocalRefusal(`${at} must be an object.`, at)
    return { role: readRole(message['role'], at), text: readText(message['content'], at) }
  })
}

function readRole(role: unknown, at: string): Turn['role'] {
  switch (role) {
    case 'system':
    case 'developer':
      return 'system'
    case 'user':
    case 'assistant':
      return role
    default:
      throw new LocalRefusal(
        `The built-in local model knows no messages of role ${JSON.stringify(role)}.`,
        `${at}.role`,
        'unsupported_value',
      )
  }
}

function readText(content: unknown, at: string): string {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return ''
  if (!Array.isArray(content)) throw new LocalRefusal(`${at}.content must be text.`, `${at}.content`)
  const texts = content.map((part: unknown, index) => {
    if (isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string') return part['text']
    if (isObject(part) && part['type'] === 'refusal' && typeof part['refusal'] === 'string') return part['refusal']
    throw new LocalRefusal('The built-in local model takes text only.', `${at}.content[${index}]`, 'unsupported_value')
  })
  return texts.join('\n')
}

function readStop(stop: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(stop) ? stop : [stop]
  return list.filter((item): item is string => typeof item === 'string' && item !== '')
}

function readFormat(format: unknown): LocalRequest['json'] {
  if (!isObject(format)) return undefined
  if (format['type'] === 'json_object') return true
  if (format['type'] !== 'json_schema') return undefined
  const described = format['json_schema']
  const schema = isObject(described) ? described['schema'] : undefined
  return isObject(schema) ? schema : true
}
