import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { OpaquePart, Part } from '../../../exchange/part.js'
import type { Turn } from '../../../exchange/request.js'
import { isObject, textOf } from '../../../json/object.js'

/**
 * The conversation from its last compaction on. Anthropic ignores all turns before a compaction block, whose text is a summary of them; for
 * other providers the summary becomes a user turn. Throws a 400 for a compaction without readable text.
 */
export function afterCompaction(turns: readonly Turn[], ledger: LossLedger): readonly Turn[] {
  // Nearly all conversations have none: V8 inlines `some`, but not `findLastIndex`.
  if (!turns.some(hasCompaction)) return turns
  const index = turns.findLastIndex(hasCompaction)
  const turn = turns[index]
  if (turn === undefined) return turns
  const place = turn.parts.findLastIndex(isCompaction)
  const block = turn.parts[place]
  if (block === undefined || !isCompaction(block)) return turns
  const text = summaryIn(block)
  if (text === undefined)
    throw refuse(block.at, `${block.at}: a compaction without text can be read only by the provider that made it.`, 'unsupported_value')
  const before = turns.slice(0, index)
  for (const { role, at } of before) if (role !== 'system') ledger.move(at, 'replaced by the summary of the compaction')
  for (const { at } of turn.parts.slice(0, place)) ledger.move(at, 'replaced by the summary of the compaction')
  ledger.approximate(block.at, 'the summary of the compaction is sent as a user turn')
  const summary: Part = { type: 'text', text: `Summary of the conversation so far:\n${text}`, at: block.at }
  const rest = turn.parts.slice(place + 1)
  return [
    ...before.filter(({ role }) => role === 'system'),
    { role: 'user', parts: [summary], at: block.at },
    ...(rest.length === 0 ? [] : [{ ...turn, parts: rest }]),
    ...turns.slice(index + 1),
  ]
}

function hasCompaction({ parts }: Turn): boolean {
  return parts.some(isCompaction)
}

function isCompaction(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.label === 'compaction'
}

function summaryIn({ value }: OpaquePart): string | undefined {
  const text = isObject(value) ? textOf(value['content']) : undefined
  return text === undefined || text.trim() === '' ? undefined : text
}
