import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, OutputFormat, Turn } from '../request.js'

/**
 * The conversation with its format as an instruction, for models that take no format beside tools: the tools are what the client cannot do
 * without. The last of the first instructions, so that what stands before it stays the same in a prompt cache.
 */
export function fitFormatBesideTools(conversation: ConversationRequest, ledger: LossLedger): ConversationRequest {
  const { output, tools, toolChoice, turns } = conversation
  if (output === undefined || tools.length === 0 || toolChoice?.value.type === 'none') return conversation
  const wanted = instruction(output.value)
  if (wanted === undefined) return conversation
  ledger.approximate(output.at, 'the model takes no format beside tools: an instruction describes the format')
  const first = turns.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const turn: Turn = { role: 'system', parts: [{ type: 'text', text: wanted, at: output.at }], at: output.at }
  const { output: _, ...rest } = conversation
  return { ...rest, turns: turns.toSpliced(first < 0 ? turns.length : first, 0, turn) }
}

function instruction(format: OutputFormat): string | undefined {
  const start = 'When you answer and call no tool, answer with one valid JSON value and nothing else'
  switch (format.type) {
    case 'text':
      return undefined
    case 'json':
      return `${start}.`
    case 'json-schema':
      return `${start}. It must fit this JSON Schema:\n${JSON.stringify(format.schema)}`
  }
}
