import type { Draw } from '../draw.js'
import { isJsonObject, objectsIn, type JsonObject, textIn } from '../json.js'
import { argumentsText, base64, callId, fileData, imageAddress, jsonSchema, signature, toolName } from '../meanings.js'
import type { Meanings, ValueOptions } from '../schema-values.js'

const serviceTiers = ['auto', 'default', 'flex', 'priority', 'scale'] as const

const meanings: Meanings = {
  'ChatCompletionRequest.model': () => 'm-1',
  'ChatCompletionRequest.service_tier': (draw) => draw.pick(serviceTiers),
  'ChatCompletionRequest.n': (draw) =>
    draw.weighted([
      [4, 1],
      [1, 2],
    ]),
  'ChatCompletionRequest.max_tokens': (draw) => draw.number(),
  'ChatImageUrl.url': imageAddress,
  'ChatContentPartImage.image_url': (draw, values, place) =>
    draw.chance(0.15) ? imageAddress(draw) : values.component('ChatImageUrl', place),
  'ChatInputAudio.data': base64,
  'ChatInputAudio.format': (draw) => draw.pick(['wav', 'mp3', 'mp3', 'flac']),
  ChatFile: (draw) => ({
    ...(draw.chance(0.6) ? { filename: `${draw.marker()}.pdf` } : {}),
    ...(draw.chance(0.03) ? { file_id: `file-${draw.marker()}` } : { file_data: fileData(draw) }),
  }),
  'ChatFunction.name': toolName,
  'ChatCustomToolDefinition.name': toolName,
  'ChatFunctionCall.arguments': argumentsText,
  'ChatFunctionToolCall.id': callId,
  'ChatCustomToolCall.id': callId,
  ChatJsonSchema: (draw) => jsonSchema(draw),
  'ChatJsonSchemaFormat.name': (draw) => `answer_${draw.marker()}`,
  'ChatGoogleExtra.thought_signature': signature,
  'ChatThinkingPiece.type': () => 'text',
  'ChatThinkingSettings.type': (draw) => draw.pick(['enabled', 'disabled', 'adaptive', 'enabled', draw.marker()]),
  'ChatCacheControlMark.type': () => 'ephemeral',
  'ChatCacheControlMark.ttl': (draw) => draw.pick(['5m', '1h', '24h']),
  'ChatPromptCacheOptions.ttl': () => '24h',
  ChatReasoningDetail: (draw) =>
    draw.weighted<() => JsonObject>([
      [3, () => ({ type: 'reasoning.text', text: draw.text(), signature: signature(draw), index: 0 })],
      [1, () => ({ type: 'reasoning.text', text: draw.text() })],
      [1, () => ({ type: 'reasoning.summary', summary: draw.text(), format: 'unknown' })],
      [2, () => ({ type: 'reasoning.encrypted', data: signature(draw), id: draw.marker() })],
    ])(),
}

export const options: ValueOptions = {
  meanings,
  unknownMembers: true,
  likely: {
    'ChatCompletionRequest.tools': 0.5,
    'ChatCompletionRequest.functions': 0.03,
    'ChatCompletionRequest.tool_choice': 0.3,
    'ChatCompletionRequest.n': 0.06,
    'ChatCompletionRequest.modalities': 0.03,
    'ChatCompletionRequest.audio': 0.03,
    'ChatAssistantMessage.content': 0.7,
    'ChatAssistantMessage.tool_calls': 0.4,
    'ChatAssistantMessage.function_call': 0.03,
    'ChatAssistantMessage.audio': 0.02,
    'ChatFunctionTool.type': 0.9,
    'ChatFunctionToolCall.type': 0.9,
    '.name': 0.1,
  },
  weights: {
    ChatUserMessage: 3,
    ChatAssistantMessage: 3,
    ChatFunctionMessage: 0.05,
    ChatToolMessage: 1.5,
    ChatContentPartText: 4,
    ChatContentPartAudio: 0.4,
    ChatCustomToolCall: 0.3,
    ChatCustomTool: 0.3,
    ChatFunctionToolCall: 3,
    ChatFunctionTool: 3,
    ChatFunctionToolChoice: 2,
    ChatResponseFormatJsonSchema: 3,
  },
}

/** Makes tool choices name declared tools, and results belong to tool calls. */
export function connect(request: JsonObject, draw: Draw): JsonObject {
  const tools = objectsIn(request['tools'])
  const functions = [...tools.flatMap((tool) => objectsIn([tool['function']])), ...objectsIn(request['functions'])].map(({ name }) =>
    textIn(name),
  )
  const customs = tools.flatMap((tool) => objectsIn([tool['custom']])).map(({ name }) => textIn(name))
  chooseDeclared(request, functions, customs, draw)
  return { ...request, messages: answered(objectsIn(request['messages']), functions, draw) }
}

function chooseDeclared(request: JsonObject, functions: readonly string[], customs: readonly string[], draw: Draw): void {
  const choice = request['tool_choice']
  if (choice === 'required' || choice === 'any') {
    if (functions.length + customs.length === 0) delete request['tool_choice']
  } else if (isJsonObject(choice)) {
    const declared = [
      ...functions.map((name) => ({ type: 'function', function: { name } })),
      ...customs.map((name) => ({ type: 'custom', custom: { name } })),
    ]
    if (declared.length === 0) delete request['tool_choice']
    else if (isJsonObject(choice['allowed_tools']))
      choice['allowed_tools']['tools'] = declared.filter((_tool, index) => index === 0 || draw.chance(0.5))
    else if (isJsonObject(choice['function']) || isJsonObject(choice['custom'])) request['tool_choice'] = draw.pick(declared)
  }
  const legacy = request['function_call']
  if (isJsonObject(legacy)) {
    if (functions.length === 0 || request['tool_choice'] !== undefined) delete request['function_call']
    else legacy['name'] = draw.pick(functions)
  }
}

function answered(messages: readonly JsonObject[], functions: readonly string[], draw: Draw): JsonObject[] {
  const result: JsonObject[] = []
  let open: string[] = []
  let legacy: string | undefined
  const call = (): JsonObject => ({
    id: callId(draw),
    type: 'function',
    function: { name: functions[0] ?? toolName(draw), arguments: `{"a":"${draw.marker()}"}` },
  })
  const close = (): void => {
    for (const id of open) result.push({ role: 'tool', tool_call_id: id, content: draw.text() })
    open = []
  }
  for (const message of messages) {
    if (message['role'] === 'tool') {
      let id = open.shift()
      if (id === undefined) {
        const made = call()
        result.push({ role: 'assistant', content: null, tool_calls: [made] })
        id = textIn(made['id'])
      }
      result.push({ ...message, tool_call_id: id })
      continue
    }
    close()
    if (message['role'] === 'function') {
      const name = legacy ?? functions[0] ?? toolName(draw)
      if (legacy === undefined) result.push({ role: 'assistant', content: null, function_call: { name, arguments: '{}' } })
      result.push({ ...message, name })
      legacy = undefined
      continue
    }
    result.push(message)
    if (message['role'] !== 'assistant') continue
    for (const each of objectsIn(message['tool_calls'])) {
      if (isJsonObject(each['function'])) each['function']['name'] = functions.length > 0 ? draw.pick(functions) : toolName(draw)
      if (typeof each['id'] === 'string') open.push(each['id'])
    }
    if (isJsonObject(message['function_call'])) legacy = textIn(message['function_call']['name'])
  }
  if (draw.chance(0.9)) close()
  return result
}
