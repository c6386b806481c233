import { parseObject, type JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'
import { thinkingBudgets } from './thinking.js'
import type { Asked } from './options.js'

/** This style requires a limit of tokens; sent where the user has set none. */
const defaultMaxTokens = 4096

export function messagesBody(asked: Asked): JsonObject {
  const { model, system, turns, stream, temperature, topP, stop, effort, schema, tools } = asked
  const budget = effort === undefined ? 0 : thinkingBudgets[effort]
  return {
    model,
    // The budget for thinking counts within the limit.
    max_tokens: (asked.maxTokens ?? defaultMaxTokens) + budget,
    ...(system !== '' && { system }),
    messages: turns.map(messageOf),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stop !== undefined && { stop_sequences: stop }),
    ...(effort !== undefined && { thinking: { type: 'enabled', budget_tokens: budget } }),
    ...(schema !== undefined && { output_config: { format: { type: 'json_schema', schema } } }),
    ...(tools !== undefined && { tools: tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })) }),
    ...(stream && { stream }),
  }
}

function messageOf(turn: Turn): JsonObject {
  switch (turn.kind) {
    case 'user': {
      if (turn.pictures.length === 0) return { role: 'user', content: turn.text }
      const pictures = turn.pictures.map(({ mediaType, data }) => ({
        type: 'image',
        source: { type: 'base64', media_type: mediaType, data },
      }))
      return { role: 'user', content: [...pictures, ...textBlocks(turn.text)] }
    }
    case 'tool-results':
      return { role: 'user', content: turn.results.map(({ call, text }) => ({ type: 'tool_result', tool_use_id: call.id, content: text })) }
    case 'answer': {
      const calls = turn.calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: parseObject(call.arguments) ?? {} }))
      return { role: 'assistant', content: [...textBlocks(turn.text), ...calls] }
    }
  }
}

/** Providers of this style refuse empty texts. */
function textBlocks(text: string): readonly JsonObject[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
