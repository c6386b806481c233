import type { Draw } from '../draw.js'
import { isJsonObject, objectsIn, type Json, type JsonObject, textIn } from '../json.js'
import { base64, httpAddress, jsonSchema, signature } from '../meanings.js'
import type { Meanings, ValueOptions } from '../schema-values.js'

const meanings: Meanings = {
  'MessagesRequest.model': () => 'm-1',
  'MessagesBase64ImageSource.data': base64,
  'MessagesBase64PdfSource.data': base64,
  'MessagesUrlSource.url': httpAddress,
  'MessagesSearchResultBlock.source': httpAddress,
  'MessagesThinkingBlock.signature': signature,
  'MessagesRedactedThinkingBlock.data': signature,
  'MessagesToolUseBlock.id': (draw) => `toolu_${draw.marker()}`,
  'MessagesToolUseBlock.name': (draw) => `tool_${draw.marker()}`,
  'MessagesTool.name': (draw) => `tool_${draw.marker()}`,
  MessagesInputSchema: (draw) => jsonSchema(draw),
  'MessagesOutputFormat.schema': (draw) => jsonSchema(draw),
  'MessagesToolCaller.type': () => 'direct',
}

export const options: ValueOptions = {
  meanings,
  unknownMembers: true,
  likely: {
    'MessagesRequest.tools': 0.5,
    'MessagesRequest.tool_choice': 0.3,
    'MessagesRequest.system': 0.4,
    'MessagesRequest.thinking': 0.25,
    'MessagesRequest.mcp_servers': 0.02,
    'MessagesToolResultBlock.content': 0.9,
    '.caller': 0.05,
    '.toolset_name': 0.05,
  },
  weights: {
    MessagesTextBlock: 5,
    MessagesImageBlock: 2,
    MessagesDocumentBlock: 2,
    MessagesThinkingBlock: 2,
    MessagesToolUseBlock: 3,
    MessagesToolResultBlock: 3,
    MessagesServerToolUseBlock: 0.15,
    MessagesWebSearchToolResultBlock: 0.15,
    MessagesWebFetchToolResultBlock: 0.15,
    MessagesCodeExecutionToolResultBlock: 0.1,
    MessagesBashCodeExecutionToolResultBlock: 0.1,
    MessagesTextEditorCodeExecutionToolResultBlock: 0.1,
    MessagesToolSearchToolResultBlock: 0.1,
    MessagesContainerUploadBlock: 0.03,
    MessagesMcpToolUseBlock: 0.1,
    MessagesMcpToolResultBlock: 0.1,
    MessagesAdvisorToolResultBlock: 0.1,
    MessagesCompactionBlock: 0.1,
    MessagesFallbackBlock: 0.1,
    MessagesFileSource: 0.05,
    MessagesTool: 12,
    MessagesBashTool: 0.2,
    MessagesTextEditorTool: 0.2,
    MessagesMemoryTool: 0.2,
    MessagesToolset: 0.2,
    MessagesWebSearchTool: 0.2,
    MessagesWebFetchTool: 0.2,
    MessagesCodeExecutionTool: 0.2,
    MessagesToolSearchTool: 0.2,
    MessagesUnknownTool: 0.1,
  },
}

const ofUser = new Set(['text', 'image', 'document', 'search_result', 'tool_result', 'container_upload'])
const ofUserAlone = new Set(['image', 'document', 'search_result', 'tool_result', 'container_upload'])

/** Gives each role its own kinds of blocks; tool choices name declared tools, and results belong to the tool calls of the turn before. */
export function connect(request: JsonObject, draw: Draw): JsonObject {
  const tools = objectsIn(request['tools']).filter((tool) => isJsonObject(tool['input_schema']))
  const names = tools.map(({ name }) => textIn(name))
  const choice = request['tool_choice']
  if (isJsonObject(choice)) {
    if (names.length === 0 && choice['type'] !== 'auto' && choice['type'] !== 'none') delete request['tool_choice']
    else if (choice['type'] === 'tool') choice['name'] = draw.pick(names)
  }
  const turns: JsonObject[] = []
  let open: string[] = []
  for (const turn of objectsIn(request['messages'])) {
    const { role } = turn
    if (role === 'system') {
      turns.push(
        Array.isArray(turn['content']) ? { ...turn, content: objectsIn(turn['content']).filter(({ type }) => type === 'text') } : turn,
      )
      continue
    }
    if (role === 'assistant') {
      if (open.length > 0) turns.push({ role: 'user', content: open.map((id) => result(id, draw)) })
      const content = assistantContent(turn['content'] ?? '', names, draw)
      turns.push({ ...turn, content })
      open = objectsIn(content).flatMap((block) => (block['type'] === 'tool_use' ? [textIn(block['id'])] : []))
      continue
    }
    const content = userContent(turn['content'] ?? '', open, draw)
    turns.push({ ...turn, content })
    open = []
  }
  if (open.length > 0 && draw.chance(0.9)) turns.push({ role: 'user', content: open.map((id) => result(id, draw)) })
  return { ...request, messages: turns }
}

function result(id: string, draw: Draw): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content: draw.text() }
}

function assistantContent(content: Json, names: readonly string[], draw: Draw): Json {
  if (!Array.isArray(content)) return content
  return objectsIn(content)
    .filter((block) => !ofUserAlone.has(textIn(block['type'])))
    .map((block) => (block['type'] === 'tool_use' && names.length > 0 ? { ...block, name: draw.pick(names) } : block))
}

function userContent(content: Json, open: readonly string[], draw: Draw): Json {
  const waiting = [...open]
  const blocks = objectsIn(content).flatMap((block): JsonObject[] => {
    if (!ofUser.has(textIn(block['type']))) return []
    if (block['type'] !== 'tool_result') return [block]
    const id = waiting.shift()
    return id === undefined ? [] : [{ ...block, tool_use_id: id }]
  })
  if (!Array.isArray(content) && waiting.length === 0) return content
  const text = Array.isArray(content) ? [] : [{ type: 'text', text: content }]
  return [...waiting.map((id) => result(id, draw)), ...blocks, ...text]
}
