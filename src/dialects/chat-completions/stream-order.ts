import { isJsonObject, objectIn, objectsIn, type OrderCheck } from '../stream-order.js'
import type { JsonObject } from '../../json/object.js'

/** The order: one id; each choice begins with the role, has complete tool calls and ends with one finish reason; one `[DONE]`, at the end. */
export const streamOrder: OrderCheck = (events) => {
  const problems: string[] = []
  const marks = events.filter(({ data }) => data === '[DONE]').length
  if (events.at(-1)?.data !== '[DONE]') problems.push('the last event is not [DONE]')
  if (marks > 1) problems.push('[DONE] comes more than once')
  const chunks = events.flatMap(({ value }) => (value === undefined ? [] : [value]))
  if (chunks.some((chunk) => chunk['error'] !== undefined)) problems.push('the stream has an error')
  if (new Set(chunks.map((chunk) => chunk['id'])).size > 1) problems.push('the chunks have different ids')
  const choices = new Map<unknown, ChoiceState>()
  for (const choice of chunks.flatMap((chunk) => objectsIn(chunk['choices']))) {
    const index = choice['index']
    const state = choices.get(index) ?? { finished: false, calls: new Map<unknown, string>() }
    if (!choices.has(index) && objectIn(choice['delta'])['role'] !== 'assistant')
      problems.push(`choice ${String(index)} does not begin with the role`)
    choices.set(index, state)
    readChoice(choice, index, state, problems)
  }
  if (choices.size === 0) problems.push('no chunk has a choice')
  for (const [index, { finished, calls }] of choices) {
    if (!finished) problems.push(`choice ${String(index)} has no finish_reason`)
    for (const [call, input] of calls)
      if (input !== '' && !isJsonObject(input)) problems.push(`the arguments of tool call ${String(call)} are not a JSON object`)
  }
  return problems
}

interface ChoiceState {
  finished: boolean
  readonly calls: Map<unknown, string>
}

function readChoice(choice: JsonObject, index: unknown, state: ChoiceState, problems: string[]): void {
  const delta = objectIn(choice['delta'])
  const calls = objectsIn(delta['tool_calls'])
  const hasContent = (typeof delta['content'] === 'string' && delta['content'] !== '') || calls.length > 0
  if (state.finished && hasContent) problems.push(`choice ${String(index)} goes on after its finish_reason`)
  for (const call of calls) {
    const place = call['index']
    const { name, arguments: input } = objectIn(call['function'])
    if (!state.calls.has(place) && (typeof call['id'] !== 'string' || typeof name !== 'string'))
      if (call['type'] !== 'custom') problems.push(`tool call ${String(place)} does not begin with its id and name`)
    if (call['type'] !== 'custom') state.calls.set(place, (state.calls.get(place) ?? '') + (typeof input === 'string' ? input : ''))
  }
  if (choice['finish_reason'] === null || choice['finish_reason'] === undefined) return
  if (state.finished) problems.push(`choice ${String(index)} has two finish reasons`)
  state.finished = true
}
