import type { JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'
import type { Asked } from './options.js'

export function chatCompletionsBody(asked: Asked): JsonObject {
  const { model, system, turns, stream, temperature, maxTokens, topP, stop, effort, schema, tools } = asked
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...turns.flatMap(messagesOf)],
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    ...(stop !== undefined && { stop }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(schema !== undefined && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
    ...(tools !== undefined && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }
}

function messagesOf(turn: Turn): readonly JsonObject[] {
  switch (turn.kind) {
    case 'user': {
      if (turn.pictures.length === 0) return [{ role: 'user', content: turn.text }]
      const pictures = turn.pictures.map(({ mediaType, data }) => ({
        type: 'image_url',
        image_url: { url: `data:${mediaType};base64,${data}` },
      }))
      return [{ role: 'user', content: [...pictures, ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }])] }]
    }
    case 'tool-results':
      return turn.results.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text }))
    case 'answer': {
      const calls = turn.calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }))
      return [{ role: 'assistant', content: turn.text, ...(calls.length > 0 && { tool_calls: calls }) }]
    }
  }
}
