import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, OutputFormat, Turn } from '../request.js'

/**
 * Replaces the output format by an instruction, for models that do not accept a format together with tools. It follows the other
 * instructions at the beginning, so that these still match a prompt cache.
 */
export function fitFormatBesideTools(conversation: ConversationRequest, ledger: LossLedger): ConversationRequest {
  const { output, tools, toolChoice, turns } = conversation
  if (output === undefined || tools.length === 0 || toolChoice?.value.type === 'none') return conversation
  const text = instruction(output.value)
  if (text === undefined) return conversation
  ledger.approximate(output.at, 'the model accepts no output format together with tools: sent as an instruction')
  const first = turns.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const turn: Turn = { role: 'system', parts: [{ type: 'text', text, at: output.at }], at: output.at }
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
