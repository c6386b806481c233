import type {
  ChatCompletion,
  ChatCompletionChunk,
  Completion,
  CompletionChunk,
  GeminiGenerateContentResponse,
  MessagesMessage,
  MessagesStreamEvent,
  ResponsesResponse,
  ResponsesStreamEvent,
} from './generated/api.js'
import { isObject, listOf, type Members } from './values.js'

/** A reply, or an event of its stream. */
export type HasText =
  | ChatCompletion
  | ChatCompletionChunk
  | Completion
  | CompletionChunk
  | GeminiGenerateContentResponse
  | MessagesMessage
  | MessagesStreamEvent
  | ResponsesResponse
  | ResponsesStreamEvent

/** The answer's text in a reply, or what an event adds to it; an empty text where there is none. Of several choices, the first. */
export function textOf(value: HasText): string {
  const members: unknown = value
  if (!isObject(members)) return ''
  if (members.choices !== undefined) return choiceText(members)
  if (members.candidates !== undefined) return candidateText(members)
  if (members.output !== undefined) return listOf(members.output).map(itemText).join('')
  if (members.type === 'response.output_text.delta') return written(members.delta)
  if (members.type === 'content_block_delta') return isObject(members.delta) ? textIn(members.delta, 'text_delta') : ''
  return members.type === 'message' ? textsIn(members.content, 'text') : ''
}

function choiceText({ choices }: Members): string {
  const choice = listOf(choices).find((candidate) => isObject(candidate) && (candidate.index ?? 0) === 0)
  if (!isObject(choice)) return ''
  const said = choice.message ?? choice.delta
  if (!isObject(said)) return written(choice.text)
  return typeof said.content === 'string' ? said.content : textsIn(said.content, 'text')
}

function candidateText({ candidates }: Members): string {
  const [candidate] = listOf(candidates)
  const content = isObject(candidate) && isObject(candidate.content) ? candidate.content : {}
  return listOf(content.parts)
    .map((part) => (isObject(part) && part.thought !== true ? written(part.text) : ''))
    .join('')
}

const itemText = (item: unknown): string => (isObject(item) && item.type === 'message' ? textsIn(item.content, 'output_text') : '')
const textsIn = (parts: unknown, type: string): string =>
  listOf(parts)
    .map((part) => (isObject(part) ? textIn(part, type) : ''))
    .join('')
const textIn = (part: Members, type: string): string => (part.type === type ? written(part.text) : '')
const written = (text: unknown): string => (typeof text === 'string' ? text : '')
