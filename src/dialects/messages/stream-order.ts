import { isJsonObject, objectIn, type OrderCheck } from '../stream-order.js'

/** The order: `message_start`; blocks in sequence, with their numbers; `message_delta`; one `message_stop`. `ping` may be anywhere. */
export const streamOrder: OrderCheck = (events) => {
  const problems: string[] = []
  let next = 0
  let open: { index: number; input: string; isTool: boolean } | undefined
  let phase: 'before' | 'blocks' | 'ending' | 'over' = 'before'
  for (const { name, value } of events) {
    const type = String(value?.['type'])
    if (name !== undefined && name !== type) problems.push(`the event named ${name} has the type ${type}`)
    if (name === undefined) problems.push(`an event of type ${type} has no name`)
    if (type === 'ping') continue
    if (type === 'error') {
      problems.push(`the stream has an error: ${JSON.stringify(value?.['error'])}`)
      return problems
    }
    if (phase === 'over') problems.push(`${type} comes after message_stop`)
    if (phase === 'before' && type !== 'message_start') problems.push(`${type} comes before message_start`)
    switch (type) {
      case 'message_start':
        if (phase !== 'before') problems.push('message_start comes twice')
        phase = 'blocks'
        break
      case 'content_block_start': {
        if (phase === 'ending') problems.push('a block starts after message_delta')
        if (open !== undefined) problems.push(`block ${next} starts before block ${open.index} has stopped`)
        if (value?.['index'] !== next) problems.push(`a block starts with the index ${String(value?.['index'])} instead of ${next}`)
        const kind = String(objectIn(value?.['content_block'])['type'])
        open = { index: next, input: '', isTool: kind.endsWith('tool_use') }
        next++
        break
      }
      case 'content_block_delta': {
        if (open?.index !== value?.['index']) problems.push(`a delta belongs to block ${String(value?.['index'])}, which is not open`)
        const piece = objectIn(value?.['delta'])['partial_json']
        if (open !== undefined && typeof piece === 'string') open.input += piece
        break
      }
      case 'content_block_stop':
        if (open?.index !== value?.['index']) problems.push(`block ${String(value?.['index'])} stops, which is not open`)
        if (open?.isTool === true && open.input !== '' && !isJsonObject(open.input))
          problems.push(`the input of block ${open.index} is not a JSON object`)
        open = undefined
        break
      case 'message_delta':
        if (open !== undefined) problems.push(`message_delta comes before block ${open.index} has stopped`)
        phase = 'ending'
        break
      case 'message_stop':
        if (phase !== 'ending') problems.push('message_stop comes without message_delta')
        phase = 'over'
        break
      default:
    }
  }
  if (phase !== 'over') problems.push('the stream ends without message_stop')
  return problems
}
