import { isObject, parseJson, parseObject, type JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'
import { thinkingBudgets } from './thinking.js'
import type { Asked } from './options.js'

/** With `model` and `stream`, which the path has in place of the body. */
export function generateContentBody(asked: Asked): JsonObject {
  const { model, system, turns, stream, temperature, maxTokens, topP, stop, effort, schema, tools } = asked
  const config = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(stop !== undefined && { stopSequences: stop }),
    ...(effort !== undefined && { thinkingConfig: { includeThoughts: true, thinkingBudget: thinkingBudgets[effort] } }),
    ...(schema !== undefined && { responseMimeType: 'application/json', responseJsonSchema: schema }),
  }
  return {
    model,
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map(contentOf),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...(tools !== undefined && {
      tools: [{ functionDeclarations: tools.map(({ parameters, ...tool }) => ({ ...tool, parametersJsonSchema: parameters })) }],
    }),
    ...(stream && { stream }),
  }
}

function contentOf(turn: Turn): JsonObject {
  switch (turn.kind) {
    case 'user': {
      const pictures = turn.pictures.map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } }))
      return { role: 'user', parts: [...pictures, ...textParts(turn.text)] }
    }
    case 'tool-results':
      return {
        role: 'user',
        parts: turn.results.map(({ call, text }) => ({ functionResponse: { id: call.id, name: call.name, response: resultObject(text) } })),
      }
    case 'answer': {
      const calls = turn.calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: parseObject(call.arguments) ?? {} } }))
      return { role: 'model', parts: [...textParts(turn.text), ...calls] }
    }
  }
}

function textParts(text: string): readonly JsonObject[] {
  return text === '' ? [] : [{ text }]
}

function resultObject(text: string): JsonObject {
  const value = parseJson(text)
  return isObject(value) ? value : { output: text }
}
