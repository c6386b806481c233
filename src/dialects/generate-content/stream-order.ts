import { objectIn, objectsIn, type OrderCheck } from '../stream-order.js'

/** There is no `[DONE]`. Each candidate has a finish reason and no content after it (or the prompt has a block reason); a chunk has usage. */
export const streamOrder: OrderCheck = (events) => {
  const problems: string[] = []
  const finished = new Set<number>()
  const seen = new Set<number>()
  let blocked = false
  let usage = false
  for (const { data, value } of events) {
    if (value === undefined) {
      problems.push(`a chunk is not a JSON object: ${data.slice(0, 40)}`)
      continue
    }
    if (value['error'] !== undefined) problems.push('the stream has an error')
    if (objectIn(value['promptFeedback'])['blockReason'] !== undefined) blocked = true
    if (value['usageMetadata'] !== undefined) usage = true
    for (const candidate of objectsIn(value['candidates'])) {
      const index = Number(candidate['index'] ?? 0)
      seen.add(index)
      const content = objectsIn(objectIn(candidate['content'])['parts']).some((part) => part['text'] !== '' || Object.keys(part).length > 1)
      if (finished.has(index) && content) problems.push(`candidate ${index} has content after its finishReason`)
      if (candidate['finishReason'] !== undefined) finished.add(index)
    }
  }
  if (seen.size === 0 && !blocked) problems.push('no chunk has a candidate')
  for (const index of seen) if (!finished.has(index)) problems.push(`candidate ${index} has no finishReason`)
  if (!usage) problems.push('no chunk has usageMetadata')
  return problems
}
