import type { Draw } from '../draw.js'
import { isJsonObject, objectsIn, type Json, type JsonObject, textIn } from '../json.js'
import { base64, httpAddress, jsonSchema, signature, toolName } from '../meanings.js'
import type { Meanings, SchemaValues, ValueOptions } from '../schema-values.js'

function blob(draw: Draw): JsonObject {
  const [camel, snake] = ['mimeType', 'mime_type'] as const
  const type = draw.weighted([
    [4, 'image/png'],
    [2, 'application/pdf'],
    [1, 'audio/wav'],
    [1, 'text/plain'],
    [0.2, 'video/mp4'],
  ] as const)
  const data = base64(draw)
  return {
    [draw.chance(0.2) ? snake : camel]: type,
    data: draw.chance(0.2) ? data.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') : data,
    ...(draw.chance(0.1) ? { displayName: `${draw.marker()}.png` } : {}),
  }
}

function fileAddress(draw: Draw): JsonObject {
  const uri = draw.weighted([
    [4, () => httpAddress(draw)],
    [0.3, () => `gs://bucket/${draw.marker()}`],
    [0.3, () => `https://www.youtube.com/watch?v=${draw.marker()}`],
  ])()
  return {
    [draw.chance(0.2) ? 'file_uri' : 'fileUri']: uri,
    ...(draw.chance(0.7) ? { mimeType: draw.pick(['image/png', 'application/pdf']) } : {}),
  }
}

/** A part has one data member; its other members describe that. */
function part(draw: Draw, values: SchemaValues): JsonObject {
  const depth = { owner: 'GeminiPart', name: '', depth: 4 }
  const data = draw.weighted<() => JsonObject>([
    [6, () => ({ text: draw.text() })],
    [2, () => ({ text: draw.text(), thought: true })],
    [2, () => ({ [draw.chance(0.25) ? 'inline_data' : 'inlineData']: blob(draw) })],
    [0.6, () => ({ [draw.chance(0.25) ? 'file_data' : 'fileData']: fileAddress(draw) })],
    [3, () => ({ [draw.chance(0.25) ? 'function_call' : 'functionCall']: values.component('GeminiFunctionCall', depth) })],
    [3, () => ({ [draw.chance(0.25) ? 'function_response' : 'functionResponse']: values.component('GeminiFunctionResponse', depth) })],
    [0.15, () => ({ executableCode: values.component('GeminiExecutableCode', depth) })],
    [0.15, () => ({ codeExecutionResult: values.component('GeminiCodeExecutionResult', depth) })],
    [0.1, () => ({ toolCall: values.component('GeminiToolCall', depth) })],
  ])()
  return {
    ...data,
    ...(draw.chance(0.25) ? { [draw.chance(0.3) ? 'thought_signature' : 'thoughtSignature']: signature(draw) } : {}),
    ...(draw.chance(0.03) ? { videoMetadata: { startOffset: `${draw.number()}s` } } : {}),
    ...(draw.chance(0.03) ? { mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } } : {}),
    ...(draw.chance(0.03) ? { partMetadata: values.freeObject() } : {}),
  }
}

const meanings: Meanings = {
  'GeminiGenerateContentRequest.model': () => 'models/m-1',
  'GeminiGenerateContentRequest.serviceTier': (draw) => draw.pick(['standard', 'flex', 'priority', 'auto']),
  GeminiPart: part,
  'GeminiSystemContent.parts': (draw) => Array.from({ length: draw.between(1, 2) }, () => ({ text: draw.text() })),
  'GeminiSystemContent.role': () => 'system',
  'GeminiContent.parts': (draw, values, place) => Array.from({ length: draw.between(1, 3) }, () => values.component('GeminiPart', place)),
  'GeminiFunctionCall.name': toolName,
  'GeminiFunctionCall.id': (draw) => `call_${draw.marker()}`,
  'GeminiFunctionCall.partialArgs': () => undefined,
  'GeminiFunctionCall.willContinue': () => undefined,
  GeminiFunctionResponsePart: (draw) => (draw.chance(0.9) ? { inlineData: blob(draw) } : { fileData: fileAddress(draw) }),
  'GeminiFunctionResponse.response': (draw, values) =>
    draw.weighted<() => JsonObject>([
      [2, () => ({ output: draw.text() })],
      [2, () => ({ result: values.free() })],
      [1, () => ({ error: draw.text() })],
      [2, () => values.freeObject()],
    ])(),
  'GeminiFunctionResponse.scheduling': () => 'SILENT',
  'GeminiFunctionDeclaration.name': toolName,
  'GeminiFunctionDeclaration.behavior': () => 'BLOCKING',
  GeminiJsonSchema: (draw) => jsonSchema(draw),
  GeminiSchema: (draw) => geminiSchema(draw, 0),
  'GeminiGenerationConfig.responseMimeType': (draw) =>
    draw.weighted([
      [3, 'application/json'],
      [2, 'text/plain'],
      [0.05, 'text/x.enum'],
    ]),
  'GeminiGenerationConfig.mediaResolution': () => 'MEDIA_RESOLUTION_LOW',
  'GeminiGenerationConfig.candidateCount': (draw) =>
    draw.weighted([
      [4, 1],
      [1, 2],
    ]),
  'GeminiGenerationConfig.responseModalities': (draw) =>
    draw.weighted<Json>([
      [4, ['TEXT']],
      [1, ['TEXT', 'IMAGE']],
    ]),
  'GeminiPrebuiltVoiceConfig.voiceName': (draw) => draw.marker(),
  'GeminiSafetySetting.category': () => 'HARM_CATEGORY_HARASSMENT',
  'GeminiSafetySetting.method': () => 'SEVERITY',
  'GeminiExecutableCode.language': () => 'PYTHON',
  'GeminiCodeExecutionResult.outcome': () => 'OUTCOME_OK',
  'GeminiToolCall.toolType': () => 'GOOGLE_SEARCH_WEB',
}

/** The provider's own schema type, in upper or lower case. */
function geminiSchema(draw: Draw, depth: number): JsonObject {
  const upper = draw.chance(0.7)
  const type = (name: string): string => (upper ? name.toUpperCase() : name)
  const described = draw.chance(0.4) ? { description: draw.text() } : {}
  if (depth === 0 || (depth < 3 && draw.chance(0.3))) {
    const properties = Object.fromEntries(Array.from({ length: draw.below(3) }, () => [draw.marker(), geminiSchema(draw, depth + 1)]))
    const names = Object.keys(properties)
    return {
      type: type('object'),
      properties,
      ...described,
      ...(names.length > 0 && draw.chance(0.4) ? { required: names } : {}),
      ...(names.length > 0 && draw.chance(0.2) ? { propertyOrdering: names } : {}),
    }
  }
  return draw.weighted<() => JsonObject>([
    [4, () => ({ type: type('string'), ...described })],
    [1, () => ({ type: type('string'), format: 'enum', enum: [draw.marker(), draw.marker()], ...described })],
    [1, () => ({ type: type('integer'), nullable: true, minimum: draw.number(), ...described })],
    [1, () => ({ type: type('array'), items: geminiSchema(draw, depth + 1), maxItems: String(draw.number()), ...described })],
    [1, () => ({ anyOf: [{ type: type('string') }, { type: type('number'), maximum: draw.number() }], ...described })],
  ])()
}

export const options: ValueOptions = {
  meanings,
  unknownMembers: true,
  likely: {
    'GeminiGenerateContentRequest.tools': 0.5,
    'GeminiGenerateContentRequest.toolConfig': 0.3,
    'GeminiGenerateContentRequest.systemInstruction': 0.4,
    'GeminiGenerateContentRequest.generationConfig': 0.5,
    'GeminiGenerateContentRequest.cachedContent': 0.01,
    'GeminiContent.role': 0.9,
    'GeminiFunctionCall.name': 1,
    'GeminiFunctionCall.args': 0.9,
    'GeminiFunctionCall.id': 0.6,
    'GeminiFunctionResponse.response': 0.95,
    'GeminiTool.functionDeclarations': 0.9,
    'GeminiGenerationConfig.candidateCount': 0.06,
    'GeminiGenerationConfig.responseModalities': 0.06,
    'GeminiGenerationConfig.speechConfig': 0.03,
    'GeminiSpeechConfig.voiceConfig': 0.6,
    'GeminiVoiceConfig.prebuiltVoiceConfig': 0.8,
    'GeminiPrebuiltVoiceConfig.voiceName': 0.8,
    'GeminiTool.googleSearch': 0.05,
    'GeminiTool.googleSearchRetrieval': 0.02,
    'GeminiTool.codeExecution': 0.04,
    'GeminiTool.urlContext': 0.04,
    'GeminiTool.fileSearch': 0.02,
    'GeminiTool.googleMaps': 0.02,
    'GeminiTool.computerUse': 0.02,
    'GeminiTool.enterpriseWebSearch': 0.02,
    'GeminiTool.retrieval': 0.02,
    'GeminiTool.mcpServers': 0.02,
    'GeminiFunctionDeclaration.parameters': 0.4,
    'GeminiFunctionDeclaration.parametersJsonSchema': 0.4,
  },
  weights: {},
}

const either = (holder: JsonObject, camel: string, snake: string): Json | undefined => holder[camel] ?? holder[snake]

/** Puts function calls into model contents and responses to them into user contents; choices name declared functions. */
export function connect(request: JsonObject, draw: Draw): JsonObject {
  const tools = Array.isArray(request['tools']) ? objectsIn(request['tools']) : objectsIn([request['tools']])
  const declared = tools
    .flatMap((tool) => objectsIn(either(tool, 'functionDeclarations', 'function_declarations')))
    .map(({ name }) => textIn(name))
  const config = either(request, 'toolConfig', 'tool_config')
  const calling = isJsonObject(config) ? either(config, 'functionCallingConfig', 'function_calling_config') : undefined
  if (isJsonObject(calling)) {
    for (const spelling of ['allowedFunctionNames', 'allowed_function_names'])
      if (spelling in calling) {
        calling[spelling] = declared.length === 0 ? [] : declared.filter((_name, index) => index === 0 || draw.chance(0.5))
      }
    if (declared.length === 0) calling['mode'] = 'AUTO'
  }
  const contents: JsonObject[] = []
  let open: { readonly name: string; readonly id: Json | undefined }[] = []
  const answer = (call: { readonly name: string; readonly id: Json | undefined }): JsonObject => ({
    functionResponse: { name: call.name, ...(call.id === undefined ? {} : { id: call.id }), response: { output: draw.text() } },
  })
  for (const content of objectsIn(request['contents'])) {
    if (content['role'] === 'model') {
      if (open.length > 0) contents.push({ role: 'user', parts: open.map(answer) })
      open = []
      const parts = objectsIn(content['parts']).filter((each) => either(each, 'functionResponse', 'function_response') === undefined)
      for (const each of parts) {
        const call = either(each, 'functionCall', 'function_call')
        if (!isJsonObject(call)) continue
        if (declared.length > 0) call['name'] = draw.pick(declared)
        open.push({ name: textIn(call['name']), id: call['id'] })
      }
      if (parts.length > 0) contents.push({ ...content, parts })
      continue
    }
    const waiting = [...open]
    open = []
    const parts = objectsIn(content['parts']).flatMap((each): JsonObject[] => {
      if (either(each, 'functionCall', 'function_call') !== undefined || each['thought'] === true || each['executableCode'] !== undefined)
        return []
      const response = either(each, 'functionResponse', 'function_response')
      if (!isJsonObject(response)) return [each]
      const call = waiting.shift()
      if (call === undefined) return []
      const { id: _id, ...rest } = response
      const spelling = 'function_response' in each ? 'function_response' : 'functionResponse'
      return [{ ...each, [spelling]: { ...rest, name: call.name, ...(call.id === undefined ? {} : { id: call.id }) } }]
    })
    const all = [...waiting.map(answer), ...parts]
    if (all.length > 0) contents.push({ ...content, parts: all })
  }
  if (open.length > 0 && draw.chance(0.9)) contents.push({ role: 'user', parts: open.map(answer) })
  if (contents.length === 0) contents.push({ role: 'user', parts: [{ text: draw.text() }] })
  return { ...request, contents }
}
