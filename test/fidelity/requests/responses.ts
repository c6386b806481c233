import type { Draw } from '../draw.js'
import { isJsonObject, objectsIn, type Json, type JsonObject, textIn } from '../json.js'
import { argumentsText, base64, callId, fileData, httpAddress, imageAddress, jsonSchema, signature, toolName } from '../meanings.js'
import type { Meanings, ValueOptions } from '../schema-values.js'

const meanings: Meanings = {
  'ResponsesCreateRequest.model': () => 'm-1',
  'ResponsesCreateRequest.previous_response_id': () => undefined,
  'ResponsesInputImage.image_url': (draw) => imageAddress(draw),
  'ResponsesInputImage.file_id': () => undefined,
  'ResponsesInputVideo.video_url': httpAddress,
  'ResponsesInputAudioData.data': base64,
  'ResponsesInputAudioData.format': (draw) => draw.pick(['wav', 'mp3', 'mp3', 'flac']),
  ResponsesInputFile: (draw) => ({
    type: 'input_file',
    ...draw.weighted<() => JsonObject>([
      [6, () => ({ file_data: fileData(draw), ...(draw.chance(0.8) ? { filename: `${draw.marker()}.pdf` } : {}) })],
      [1, () => ({ file_url: httpAddress(draw) })],
      [0.3, () => ({ file_id: `file-${draw.marker()}` })],
    ])(),
    ...(draw.chance(0.1) ? { prompt_cache_breakpoint: { mode: 'explicit' } } : {}),
    ...(draw.chance(0.1) ? { detail: draw.pick(['low', 'high', 'auto']) } : {}),
  }),
  'ResponsesInputReasoning.encrypted_content': signature,
  'ResponsesInputReasoning.id': (draw) => `rs_${draw.marker()}`,
  'ResponsesFunctionCall.arguments': argumentsText,
  'ResponsesFunctionCall.call_id': callId,
  'ResponsesFunctionCall.id': (draw) => `fc_${draw.marker()}`,
  'ResponsesFunctionCall.name': toolName,
  'ResponsesFunctionCall.status': () => 'completed',
  'ResponsesFunctionCallOutput.status': () => 'completed',
  'ResponsesFunctionCallOutput.name': () => undefined,
  'ResponsesCustomToolCall.call_id': callId,
  'ResponsesCustomToolCall.name': toolName,
  'ResponsesFunctionTool.name': toolName,
  'ResponsesNestedFunction.name': toolName,
  'ResponsesCustomTool.name': toolName,
  ResponsesJsonSchema: (draw) => jsonSchema(draw),
  'ResponsesTextFormatSchema.name': (draw) => `answer_${draw.marker()}`,
  'ResponsesPromptCacheOptions.ttl': () => '24h',
}

export const options: ValueOptions = {
  meanings,
  unknownMembers: true,
  likely: {
    'ResponsesCreateRequest.input': 0.97,
    'ResponsesCreateRequest.tools': 0.5,
    'ResponsesCreateRequest.tool_choice': 0.3,
    'ResponsesCreateRequest.instructions': 0.3,
    'ResponsesCreateRequest.reasoning': 0.3,
    'ResponsesCreateRequest.text': 0.3,
    'ResponsesCreateRequest.conversation': 0.01,
    'ResponsesCreateRequest.prompt': 0.01,
    'ResponsesInputMessage.type': 0.7,
    'ResponsesInputImage.image_url': 1,
    'ResponsesInputReasoning.encrypted_content': 0.7,
    'ResponsesInputReasoning.summary': 0.7,
    'ResponsesFunctionTool.parameters': 0.8,
    '.namespace': 0.1,
    '.caller': 0.03,
  },
  weights: {
    ResponsesInputMessage: 12,
    ResponsesInputReasoning: 4,
    ResponsesFunctionCall: 6,
    ResponsesFunctionCallOutput: 6,
    ResponsesCustomToolCall: 1,
    ResponsesCustomToolCallOutput: 1,
    ResponsesItemReference: 0.05,
    ResponsesCompactionTrigger: 0.1,
    ResponsesWebSearchCall: 0.2,
    ResponsesFileSearchCall: 0.2,
    ResponsesCodeInterpreterCall: 0.2,
    ResponsesImageGenerationCall: 0.2,
    ResponsesComputerCall: 0.2,
    ResponsesComputerCallOutput: 0.05,
    ResponsesLocalShellCall: 0.1,
    ResponsesLocalShellCallOutput: 0.05,
    ResponsesShellCall: 0.1,
    ResponsesShellCallOutput: 0.05,
    ResponsesApplyPatchCall: 0.1,
    ResponsesApplyPatchCallOutput: 0.05,
    ResponsesMcpListTools: 0.1,
    ResponsesMcpCall: 0.1,
    ResponsesMcpApprovalRequest: 0.1,
    ResponsesMcpApprovalResponse: 0.05,
    ResponsesToolSearchCall: 0.3,
    ResponsesToolSearchOutput: 0.3,
    ResponsesAdditionalTools: 0.5,
    ResponsesCompaction: 0.1,
    ResponsesProgram: 0.1,
    ResponsesProgramOutput: 0.05,
    ResponsesInputText: 5,
    ResponsesInputImage: 2,
    ResponsesInputAudio: 0.3,
    ResponsesInputVideo: 0.05,
    ResponsesFunctionTool: 12,
    ResponsesNestedFunctionTool: 1,
    ResponsesCustomTool: 2,
    ResponsesWebSearchTool: 0.3,
    ResponsesFileSearchTool: 0.3,
    ResponsesCodeInterpreterTool: 0.3,
    ResponsesImageGenerationTool: 0.3,
    ResponsesComputerPreviewTool: 0.3,
    ResponsesMcpTool: 0.3,
    ResponsesShellTool: 0.3,
    ResponsesNamespaceTool: 1,
    ResponsesToolSearchTool: 0.3,
    ResponsesBareTool: 0.3,
    ResponsesToolChoiceMcp: 0.1,
    ResponsesToolChoiceHosted: 0.1,
    ResponsesTextFormatSchema: 3,
  },
}

const ofAssistant = new Set(['output_text', 'refusal'])

/** Gives each role its own kinds of parts; tool choices name declared tools, and outputs belong to tool calls. */
export function connect(request: JsonObject, draw: Draw): JsonObject {
  const tools = objectsIn(request['tools'])
  const functions = tools.flatMap((tool) => {
    if (tool['type'] !== 'function') return []
    return [textIn(isJsonObject(tool['function']) ? tool['function']['name'] : tool['name'])]
  })
  const customs = tools.flatMap((tool) => (tool['type'] === 'custom' ? [textIn(tool['name'])] : []))
  choose(request, functions, customs, draw)
  return Array.isArray(request['input']) ? { ...request, input: connectItems(objectsIn(request['input']), functions, draw) } : request
}

function choose(request: JsonObject, functions: readonly string[], customs: readonly string[], draw: Draw): void {
  const choice = request['tool_choice']
  const named = [...functions.map((name) => ({ type: 'function', name })), ...customs.map((name) => ({ type: 'custom', name }))]
  if (choice === 'required' && named.length === 0) delete request['tool_choice']
  if (!isJsonObject(choice)) return
  if (choice['type'] === 'allowed_tools') {
    if (named.length === 0) delete request['tool_choice']
    else choice['tools'] = named.filter((_tool, index) => index === 0 || draw.chance(0.5))
  } else if (choice['type'] === 'function' || choice['type'] === 'custom') {
    if (named.length === 0) delete request['tool_choice']
    else request['tool_choice'] = draw.pick(named)
  }
}

function connectItems(items: readonly JsonObject[], functions: readonly string[], draw: Draw): JsonObject[] {
  const result: JsonObject[] = []
  const open: { readonly id: string; readonly custom: boolean }[] = []
  const output = (id: string, custom: boolean): JsonObject => ({
    type: custom ? 'custom_tool_call_output' : 'function_call_output',
    call_id: id,
    output: draw.text(),
  })
  for (const item of items) {
    const { type } = item
    if (type === 'function_call' || type === 'custom_tool_call') {
      const custom = type === 'custom_tool_call'
      result.push(!custom && functions.length > 0 ? { ...item, name: draw.pick(functions) } : item)
      open.push({ id: textIn(item['call_id']), custom })
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      const custom = type === 'custom_tool_call_output'
      const place = open.findIndex((call) => call.custom === custom)
      const known = place < 0 ? undefined : open.splice(place, 1)[0]
      const id = known?.id ?? callId(draw)
      if (known === undefined)
        result.push({
          type: custom ? 'custom_tool_call' : 'function_call',
          call_id: id,
          name: functions[0] ?? 'tool',
          ...(custom ? { input: draw.text() } : { arguments: '{}' }),
        })
      result.push({ ...item, call_id: id, ...(Array.isArray(item['output']) ? { output: partsFor('user', item['output']) } : {}) })
    } else if ('role' in item && Array.isArray(item['content']))
      result.push({ ...item, content: partsFor(textIn(item['role']), item['content']) })
    else result.push(item)
  }
  if (draw.chance(0.9)) for (const call of open) result.push(output(call.id, call.custom))
  return result
}

function partsFor(role: string, parts: readonly Json[]): Json[] {
  const fits = (type: string): boolean =>
    role === 'assistant' ? ofAssistant.has(type) : role === 'user' ? !ofAssistant.has(type) : type === 'input_text'
  return objectsIn([...parts]).filter((part) => fits(textIn(part['type'])))
}
