import type { JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'
import type { Asked } from './options.js'

export function responsesBody(asked: Asked): JsonObject {
  const { model, system, turns, stream, temperature, maxTokens, topP, effort, schema, tools } = asked
  return {
    model,
    ...(system !== '' && { instructions: system }),
    input: turns.flatMap(itemsOf),
    // The conversation is on this page; the gateway keeps nothing.
    store: false,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(effort !== undefined && { reasoning: { effort, summary: 'auto' } }),
    ...(schema !== undefined && { text: { format: { type: 'json_schema', name: 'answer', schema } } }),
    ...(tools !== undefined && { tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })) }),
    ...(stream && { stream }),
  }
}

function itemsOf(turn: Turn): readonly JsonObject[] {
  switch (turn.kind) {
    case 'user': {
      if (turn.pictures.length === 0) return [{ role: 'user', content: turn.text }]
      const pictures = turn.pictures.map(({ mediaType, data }) => ({
        type: 'input_image',
        detail: 'auto',
        image_url: `data:${mediaType};base64,${data}`,
      }))
      return [{ role: 'user', content: [...pictures, ...(turn.text === '' ? [] : [{ type: 'input_text', text: turn.text }])] }]
    }
    case 'tool-results':
      return turn.results.map(({ call, text }) => ({ type: 'function_call_output', call_id: call.id, output: text }))
    case 'answer':
      return [
        ...(turn.text === '' ? [] : [{ role: 'assistant', content: turn.text }]),
        ...turn.calls.map((call) => ({ type: 'function_call', call_id: call.id, name: call.name, arguments: call.arguments })),
      ]
  }
}
