import type { Part, ToolResultPart } from '../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../exchange/request.js'

/** What the mock reads of a conversation. */
export interface Question {
  /** The text of the last turn of the user. */
  readonly text: string
  /** The results of tools since the last turn of the assistant. */
  readonly results: readonly ToolResult[]
  /** How many turns of the assistant there are before. */
  readonly answers: number
}

export interface ToolResult {
  /** The tool's name; the id of the call where the conversation does not have the call. */
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

export function questionOf({ turns }: Pick<ConversationRequest, 'turns'>): Question {
  const lastAnswer = turns.findLastIndex(({ role }) => role === 'assistant')
  const names = namesOfCalls(turns)
  const results = turns.slice(lastAnswer + 1).flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
  const asked = turns.findLast(({ role, parts }) => role === 'user' && textOfParts(parts) !== '')
  return {
    text: textOfParts(asked?.parts ?? []),
    results: results.map((result) => ({
      name: result.name ?? names.get(result.callId) ?? result.callId,
      text: textOfResult(result),
      isError: result.isError === true,
    })),
    answers: turns.filter(({ role }, index) => role === 'assistant' && turns[index - 1]?.role !== 'assistant').length,
  }
}

function namesOfCalls(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const calls = turns.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
  return new Map(calls.map(({ id, name }) => [id, name]))
}

export function textOfParts(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function textOfResult({ content }: ToolResultPart): string {
  return content.map((part) => (part.type === 'text' ? part.text : part.type === 'media' ? `(${part.kind})` : '')).join('\n')
}
