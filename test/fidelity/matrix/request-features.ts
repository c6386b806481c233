// Features of requests, in each style that has them. A style without the feature is left out; its cells are `–`.
import type { ChatDialect, UpstreamDialect } from '../../../src/exchange/dialect-name.js'
import type { Part } from '../../../src/exchange/part.js'
import { sealProof, type Proof } from '../../../src/exchange/proof.js'
import type { ConversationRequest } from '../../../src/exchange/request.js'
import type { Json, JsonObject } from '../json.js'

export interface RequestFeature {
  readonly name: string
  readonly group: string
  /** Members of the request in each style. */
  readonly asked: Readonly<Partial<Record<ChatDialect, JsonObject | ((upstream: UpstreamDialect) => JsonObject | undefined)>>>
  /** The part of the conversation that must be the same when the upstream's request is decoded again. */
  readonly same: (conversation: ConversationRequest) => unknown
}

const chatUser = (...content: Json[]): JsonObject => ({ messages: [{ role: 'user', content }] })
const responsesUser = (...content: Json[]): JsonObject => ({ input: [{ role: 'user', content }] })
const geminiUser = (...parts: Json[]): JsonObject => ({ contents: [{ role: 'user', parts }] })

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const pdf = Buffer.from('%PDF-1.4 a small document').toString('base64')
const sound = Buffer.from('RIFF....WAVE').toString('base64')
const film = Buffer.from('\0\0\0\x18ftypmp42').toString('base64')
const schema = { type: 'object', properties: { city: { type: 'string', description: 'Where' } }, required: ['city'] }
const answer = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false }

const chatTool = { type: 'function', function: { name: 'weather', description: 'The weather', parameters: schema } }
const chatTime = { type: 'function', function: { name: 'time' } }
const messagesTool = { name: 'weather', description: 'The weather', input_schema: schema }
const messagesTime = { name: 'time', input_schema: { type: 'object', properties: {} } }
const responsesTool = { type: 'function', name: 'weather', description: 'The weather', parameters: schema, strict: false }
const responsesTime = { type: 'function', name: 'time', parameters: { type: 'object', properties: {} }, strict: false }
const geminiTool = { name: 'weather', description: 'The weather', parametersJsonSchema: schema }
const geminiTime = { name: 'time' }
const tools: Readonly<Record<ChatDialect, JsonObject>> = {
  'chat-completions': { tools: [chatTool, chatTime] },
  messages: { tools: [messagesTool, messagesTime] },
  responses: { tools: [responsesTool, responsesTime] },
  'generate-content': { tools: [{ functionDeclarations: [geminiTool, geminiTime] }] },
}

/** A history with a call and its result in each style. */
function called(
  call: { readonly input: string },
  result: { readonly chat?: Json; readonly messages?: JsonObject; readonly responses?: Json; readonly gemini?: JsonObject },
): RequestFeature['asked'] {
  const chatCall = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: call.input } }
  const args = JSON.parse(call.input === '' ? '{}' : call.input) as Json
  return {
    ...(result.chat === undefined
      ? {}
      : {
          'chat-completions': {
            ...tools['chat-completions'],
            messages: [
              { role: 'user', content: 'Weather?' },
              { role: 'assistant', content: null, tool_calls: [chatCall] },
              { role: 'tool', tool_call_id: 'call_1', content: result.chat },
            ],
          },
        }),
    ...(result.messages === undefined
      ? {}
      : {
          messages: {
            ...tools.messages,
            messages: [
              { role: 'user', content: 'Weather?' },
              { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: args }] },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', ...result.messages }] },
            ],
          },
        }),
    ...(result.responses === undefined
      ? {}
      : {
          responses: {
            ...tools.responses,
            input: [
              { role: 'user', content: 'Weather?' },
              { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: call.input },
              { type: 'function_call_output', call_id: 'call_1', output: result.responses },
            ],
          },
        }),
    ...(result.gemini === undefined
      ? {}
      : {
          'generate-content': {
            ...tools['generate-content'],
            contents: [
              { role: 'user', parts: [{ text: 'Weather?' }] },
              { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'weather', args } }] },
              { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'weather', ...result.gemini } }] },
            ],
          },
        }),
  }
}

const partsOf = ({ turns }: ConversationRequest): readonly Part[] => turns.flatMap(({ parts }) => parts)
const texts = ({ turns }: ConversationRequest): unknown =>
  turns.flatMap(({ role, parts }) => parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [`${role}: ${part.text}`] : [])))
const systemTexts = ({ turns }: ConversationRequest): unknown =>
  turns.flatMap(({ role, parts }) =>
    role === 'system' || role === 'developer' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  )
const calls = (conversation: ConversationRequest): unknown =>
  partsOf(conversation).flatMap((part) =>
    part.type === 'tool-call' ? [{ name: part.name, input: JSON.parse(part.input) as unknown }] : [],
  )
const results = (conversation: ConversationRequest): unknown =>
  partsOf(conversation).flatMap((part) =>
    part.type === 'tool-result' ? [part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('')] : [],
  )
const inResults = (conversation: ConversationRequest): readonly Part[] =>
  partsOf(conversation).flatMap((part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part]))
const sources = (conversation: ConversationRequest): unknown =>
  inResults(conversation).flatMap((part) => {
    if (part.type !== 'media') return []
    const { source } = part
    if (source.type === 'text') return [source.text]
    return [source.type === 'base64' ? source.data : source.type === 'url' ? source.url : source.id]
  })
const plain = 'Plain words.'
const documentText = (conversation: ConversationRequest): unknown =>
  inResults(conversation).some((part) => {
    if (part.type === 'text') return part.text.includes(plain)
    if (part.type !== 'media') return false
    const { source } = part
    return source.type === 'text'
      ? source.text.includes(plain)
      : source.type === 'base64' && Buffer.from(source.data, 'base64').includes(plain)
  })
const declared = (conversation: ConversationRequest): unknown =>
  conversation.tools.flatMap((tool) =>
    tool.type === 'function' ? [{ name: tool.name, description: tool.description, parameters: tool.parameters?.['properties'] ?? {} }] : [],
  )
const choice = ({ toolChoice }: ConversationRequest): unknown => toolChoice?.value
const setting =
  (name: keyof ConversationRequest['settings']) =>
  ({ settings }: ConversationRequest): unknown =>
    settings[name]?.value
const nothing = (): unknown => true

function config(members: JsonObject): JsonObject {
  return { generationConfig: members }
}

/** A proof of the upstream's own kind, which a client of another style has kept for the gateway. */
function kept(upstream: UpstreamDialect): string | undefined {
  const kinds: Readonly<Partial<Record<UpstreamDialect, Proof['kind']>>> = {
    messages: 'signature',
    responses: 'encrypted',
    'generate-content': 'thought-signature',
    'chat-completions': 'details',
  }
  const kind = kinds[upstream]
  if (kind === undefined) return undefined
  const value = kind === 'details' ? JSON.stringify([{ type: 'reasoning.encrypted', data: 'cHJvb2Y=' }]) : 'cHJvb2Y='
  return sealProof({ dialect: upstream, kind, value })
}

const proofs = (conversation: ConversationRequest): unknown =>
  partsOf(conversation).flatMap((part) => ('proof' in part ? [part.proof.value] : [])).length > 0

export const requestFeatures: readonly RequestFeature[] = [
  {
    group: 'Text',
    name: 'turns of user and assistant',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'B' },
          { role: 'user', content: [{ type: 'text', text: 'C' }] },
        ],
      },
      messages: {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'B' },
          { role: 'user', content: [{ type: 'text', text: 'C' }] },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'B' },
          { role: 'user', content: [{ type: 'input_text', text: 'C' }] },
        ],
      },
      'generate-content': {
        contents: [
          { role: 'user', parts: [{ text: 'A' }] },
          { role: 'model', parts: [{ text: 'B' }] },
          { role: 'user', parts: [{ text: 'C' }] },
        ],
      },
    },
    same: texts,
  },
  {
    group: 'Text',
    name: 'system text',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'A' },
        ],
      },
      messages: { system: 'Be brief.' },
      responses: { instructions: 'Be brief.' },
      'generate-content': { systemInstruction: { parts: [{ text: 'Be brief.' }] } },
    },
    same: systemTexts,
  },
  {
    group: 'Text',
    name: 'developer text',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', content: 'A' },
        ],
      },
      responses: {
        input: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', content: 'A' },
        ],
      },
    },
    same: systemTexts,
  },
  {
    group: 'Text',
    name: 'system text inside the conversation',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'B' },
        ],
      },
      messages: {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'B' },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: 'A' },
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'B' },
        ],
      },
    },
    same: systemTexts,
  },
  {
    group: 'Text',
    name: 'an answer to continue',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'It is' },
        ],
      },
      messages: {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'It is' },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: 'It is' },
        ],
      },
      'generate-content': {
        contents: [
          { role: 'user', parts: [{ text: 'A' }] },
          { role: 'model', parts: [{ text: 'It is' }] },
        ],
      },
    },
    same: texts,
  },
  {
    group: 'Text',
    name: 'names of messages',
    asked: { 'chat-completions': { messages: [{ role: 'user', name: 'ann', content: 'A' }] } },
    same: ({ turns }) => turns.map(({ name }) => name?.value),
  },
  {
    group: 'Text',
    name: 'an earlier refusal',
    asked: {
      'chat-completions': {
        messages: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: null, refusal: 'No.' },
          { role: 'user', content: 'B' },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: 'A' },
          { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
          { role: 'user', content: 'B' },
        ],
      },
    },
    same: (conversation) => partsOf(conversation).flatMap((part) => (part.type === 'refusal' || part.type === 'text' ? [part.text] : [])),
  },
  {
    group: 'Text',
    name: 'citations of an earlier answer',
    asked: {
      messages: {
        messages: [
          { role: 'user', content: 'A' },
          {
            role: 'assistant',
            content: [
              {
                type: 'text',
                text: 'B',
                citations: [
                  { type: 'web_search_result_location', cited_text: 'b', url: 'https://example.com', title: 'T', encrypted_index: 'x' },
                ],
              },
            ],
          },
          { role: 'user', content: 'C' },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: 'A' },
          {
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text: 'B',
                annotations: [{ type: 'url_citation', url: 'https://example.com', title: 'T', start_index: 0, end_index: 1 }],
              },
            ],
          },
          { role: 'user', content: 'C' },
        ],
      },
    },
    same: texts,
  },
  { group: 'Tools', name: 'declared tools', asked: tools, same: declared },
  {
    group: 'Tools',
    name: 'a call and its result',
    asked: called(
      { input: '{"city":"Oslo"}' },
      { chat: 'Sunny', messages: { content: 'Sunny' }, responses: 'Sunny', gemini: { response: { output: 'Sunny' } } },
    ),
    same: (c) => [calls(c), results(c)],
  },
  {
    group: 'Tools',
    name: 'a call without arguments',
    asked: called(
      { input: '{}' },
      { chat: 'Sunny', messages: { content: 'Sunny' }, responses: 'Sunny', gemini: { response: { output: 'Sunny' } } },
    ),
    same: calls,
  },
  {
    group: 'Tools',
    name: 'parallel calls and results',
    asked: {
      'chat-completions': {
        ...tools['chat-completions'],
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: 'Both.',
            tool_calls: ['Oslo', 'Rome'].map((city) => ({
              id: `call_${city}`,
              type: 'function',
              function: { name: 'weather', arguments: `{"city":"${city}"}` },
            })),
          },
          ...['Oslo', 'Rome'].map((city) => ({ role: 'tool', tool_call_id: `call_${city}`, content: `Sunny in ${city}` })),
        ],
      },
      messages: {
        ...tools.messages,
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Both.' },
              ...['Oslo', 'Rome'].map((city) => ({ type: 'tool_use', id: `call_${city}`, name: 'weather', input: { city } })),
            ],
          },
          {
            role: 'user',
            content: ['Oslo', 'Rome'].map((city) => ({ type: 'tool_result', tool_use_id: `call_${city}`, content: `Sunny in ${city}` })),
          },
        ],
      },
      responses: {
        ...tools.responses,
        input: [
          { role: 'user', content: 'Weather?' },
          { role: 'assistant', content: [{ type: 'output_text', text: 'Both.' }] },
          ...['Oslo', 'Rome'].map((city) => ({
            type: 'function_call',
            call_id: `call_${city}`,
            name: 'weather',
            arguments: `{"city":"${city}"}`,
          })),
          ...['Oslo', 'Rome'].map((city) => ({ type: 'function_call_output', call_id: `call_${city}`, output: `Sunny in ${city}` })),
        ],
      },
      'generate-content': {
        ...tools['generate-content'],
        contents: [
          { role: 'user', parts: [{ text: 'Weather?' }] },
          {
            role: 'model',
            parts: [
              { text: 'Both.' },
              ...['Oslo', 'Rome'].map((city) => ({ functionCall: { id: `call_${city}`, name: 'weather', args: { city } } })),
            ],
          },
          {
            role: 'user',
            parts: ['Oslo', 'Rome'].map((city) => ({
              functionResponse: { id: `call_${city}`, name: 'weather', response: { output: `Sunny in ${city}` } },
            })),
          },
        ],
      },
    },
    same: (c) => [texts(c), calls(c), results(c)],
  },
  {
    group: 'Tools',
    name: 'a result with an image',
    asked: called(
      { input: '{}' },
      {
        chat: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } }],
        messages: { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }] },
        responses: [{ type: 'input_image', image_url: `data:image/png;base64,${pixel}` }],
        gemini: { response: {}, parts: [{ inlineData: { mimeType: 'image/png', data: pixel } }] },
      },
    ),
    same: sources,
  },
  {
    group: 'Tools',
    name: 'a result with a PDF',
    asked: called(
      { input: '{}' },
      {
        chat: [{ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` } }],
        messages: { content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }] },
        responses: [{ type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` }],
        gemini: { response: {}, parts: [{ inlineData: { mimeType: 'application/pdf', data: pdf } }] },
      },
    ),
    same: sources,
  },
  {
    group: 'Tools',
    name: 'a failed result',
    asked: called({ input: '{}' }, { messages: { content: 'Offline', is_error: true }, gemini: { response: { error: 'Offline' } } }),
    same: (c) => JSON.stringify(results(c)).includes('Offline'),
  },
  {
    group: 'Tools',
    name: 'choice: auto',
    asked: {
      'chat-completions': { ...tools['chat-completions'], tool_choice: 'auto' },
      messages: { ...tools.messages, tool_choice: { type: 'auto' } },
      responses: { ...tools.responses, tool_choice: 'auto' },
      'generate-content': { ...tools['generate-content'], toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
    },
    same: choice,
  },
  {
    group: 'Tools',
    name: 'choice: none',
    asked: {
      'chat-completions': { ...tools['chat-completions'], tool_choice: 'none' },
      messages: { ...tools.messages, tool_choice: { type: 'none' } },
      responses: { ...tools.responses, tool_choice: 'none' },
      'generate-content': { ...tools['generate-content'], toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
    },
    same: choice,
  },
  {
    group: 'Tools',
    name: 'choice: any',
    asked: {
      'chat-completions': { ...tools['chat-completions'], tool_choice: 'required' },
      messages: { ...tools.messages, tool_choice: { type: 'any' } },
      responses: { ...tools.responses, tool_choice: 'required' },
      'generate-content': { ...tools['generate-content'], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    },
    same: choice,
  },
  {
    group: 'Tools',
    name: 'choice: a named tool',
    asked: {
      'chat-completions': { ...tools['chat-completions'], tool_choice: { type: 'function', function: { name: 'weather' } } },
      messages: { ...tools.messages, tool_choice: { type: 'tool', name: 'weather' } },
      responses: { ...tools.responses, tool_choice: { type: 'function', name: 'weather' } },
      'generate-content': {
        ...tools['generate-content'],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
      },
    },
    same: choice,
  },
  {
    group: 'Tools',
    name: 'choice: allowed tools',
    asked: {
      'chat-completions': {
        ...tools['chat-completions'],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'weather' } }] },
        },
      },
      responses: {
        ...tools.responses,
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'weather' }] },
      },
      'generate-content': {
        ...tools['generate-content'],
        toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['weather'] } },
      },
    },
    // Offering only these tools has the same effect.
    same: (c) =>
      c.toolChoice?.value.type === 'allowed'
        ? c.toolChoice.value.names
        : c.tools.flatMap((tool) => (tool.type === 'provider' ? [] : [tool.name])),
  },
  {
    group: 'Tools',
    name: 'no parallel calls',
    asked: {
      'chat-completions': { ...tools['chat-completions'], parallel_tool_calls: false },
      messages: { ...tools.messages, tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      responses: { ...tools.responses, parallel_tool_calls: false },
    },
    same: ({ parallelToolCalls }) => parallelToolCalls?.value,
  },
  {
    group: 'Tools',
    name: 'strict tools',
    asked: {
      'chat-completions': { tools: [{ type: 'function', function: { ...chatTool.function, strict: true } }] },
      messages: { tools: [{ ...messagesTool, strict: true }] },
      responses: { tools: [{ ...responsesTool, strict: true }] },
    },
    same: (c) => c.tools.map((tool) => tool.type === 'function' && tool.strict?.value),
  },
  {
    group: 'Tools',
    name: 'custom tools',
    asked: {
      'chat-completions': { tools: [{ type: 'custom', custom: { name: 'note', description: 'A note' } }] },
      responses: { tools: [{ type: 'custom', name: 'note', description: 'A note' }] },
    },
    same: (c) => c.tools.map((tool) => (tool.type === 'provider' ? '' : tool.name)),
  },
  {
    group: 'Tools',
    name: 'custom tools with a grammar',
    asked: {
      'chat-completions': {
        tools: [
          { type: 'custom', custom: { name: 'note', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: WORD' } } } },
        ],
      },
      responses: { tools: [{ type: 'custom', name: 'note', format: { type: 'grammar', syntax: 'lark', definition: 'start: WORD' } }] },
    },
    same: (c) => c.tools.map((tool) => (tool.type === 'provider' ? '' : tool.name)),
  },
  {
    group: 'Tools',
    name: "the provider's own tools",
    asked: {
      'chat-completions': { web_search_options: { search_context_size: 'low' } },
      messages: { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }] },
      responses: { tools: [{ type: 'web_search', search_context_size: 'low' }] },
      'generate-content': { tools: [{ googleSearch: {} }] },
    },
    same: (c) => c.tools.length,
  },
  {
    group: 'Media',
    name: 'an image as data',
    asked: {
      'chat-completions': chatUser(
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
      ),
      messages: chatUser(
        { type: 'text', text: 'Look.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
      ),
      responses: responsesUser({ type: 'input_text', text: 'Look.' }, { type: 'input_image', image_url: `data:image/png;base64,${pixel}` }),
      'generate-content': geminiUser({ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: pixel } }),
    },
    same: sources,
  },
  {
    group: 'Media',
    name: 'an image by URL',
    asked: {
      'chat-completions': chatUser({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
      messages: chatUser({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }),
      responses: responsesUser({ type: 'input_image', image_url: 'https://example.com/a.png' }),
      'generate-content': geminiUser({ fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' } }),
    },
    same: sources,
  },
  {
    group: 'Media',
    name: 'the detail of an image',
    asked: {
      'chat-completions': chatUser({ type: 'image_url', image_url: { url: 'data:image/png;base64,' + pixel, detail: 'low' } }),
      responses: responsesUser({ type: 'input_image', image_url: 'data:image/png;base64,' + pixel, detail: 'low' }),
    },
    same: (c) => partsOf(c).flatMap((part) => (part.type === 'media' ? [part.detail] : [])),
  },
  {
    group: 'Media',
    name: 'a PDF as data',
    asked: {
      'chat-completions': chatUser({ type: 'file', file: { file_data: `data:application/pdf;base64,${pdf}` } }),
      messages: chatUser({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }),
      responses: responsesUser({ type: 'input_file', file_data: `data:application/pdf;base64,${pdf}` }),
      'generate-content': geminiUser({ inlineData: { mimeType: 'application/pdf', data: pdf } }),
    },
    same: sources,
  },
  {
    group: 'Media',
    name: 'a PDF by URL',
    asked: {
      messages: chatUser({ type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }),
      responses: responsesUser({ type: 'input_file', file_url: 'https://example.com/a.pdf' }),
      'generate-content': geminiUser({ fileData: { fileUri: 'https://example.com/a.pdf', mimeType: 'application/pdf' } }),
    },
    same: sources,
  },
  {
    group: 'Media',
    name: 'the name of a document',
    asked: {
      'chat-completions': chatUser({ type: 'file', file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${pdf}` } }),
      messages: chatUser({ type: 'document', title: 'plan.pdf', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }),
      responses: responsesUser({ type: 'input_file', filename: 'plan.pdf', file_data: `data:application/pdf;base64,${pdf}` }),
      'generate-content': geminiUser({ inlineData: { mimeType: 'application/pdf', data: pdf, displayName: 'plan.pdf' } }),
    },
    same: (c) => partsOf(c).flatMap((part) => (part.type === 'media' ? [part.filename] : [])),
  },
  {
    group: 'Media',
    name: 'a text document',
    asked: {
      'chat-completions': chatUser({
        type: 'file',
        file: { file_data: `data:text/plain;base64,${Buffer.from('Plain words.').toString('base64')}` },
      }),
      messages: chatUser({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Plain words.' } }),
      responses: responsesUser({
        type: 'input_file',
        file_data: `data:text/plain;base64,${Buffer.from('Plain words.').toString('base64')}`,
      }),
      'generate-content': geminiUser({ inlineData: { mimeType: 'text/plain', data: Buffer.from('Plain words.').toString('base64') } }),
    },
    same: documentText,
  },
  {
    group: 'Media',
    name: 'requested citations of a document',
    asked: {
      messages: chatUser({
        type: 'document',
        citations: { enabled: true },
        source: { type: 'text', media_type: 'text/plain', data: 'Plain words.' },
      }),
    },
    same: documentText,
  },
  {
    group: 'Media',
    name: 'audio',
    asked: {
      'chat-completions': chatUser({ type: 'input_audio', input_audio: { data: sound, format: 'wav' } }),
      responses: responsesUser({ type: 'input_audio', input_audio: { data: sound, format: 'wav' } }),
      'generate-content': geminiUser({ inlineData: { mimeType: 'audio/wav', data: sound } }),
    },
    same: sources,
  },
  {
    group: 'Media',
    name: 'video',
    asked: { 'generate-content': geminiUser({ inlineData: { mimeType: 'video/mp4', data: film } }) },
    same: sources,
  },
  {
    group: 'Media',
    name: 'an answer in audio',
    asked: {
      'chat-completions': { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } },
      'generate-content': config({
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      }),
    },
    same: (c) => c.settings.modalities?.value.includes('audio'),
  },
  {
    group: 'Media',
    name: 'an answer in images',
    asked: { 'chat-completions': { modalities: ['text', 'image'] }, 'generate-content': config({ responseModalities: ['TEXT', 'IMAGE'] }) },
    same: setting('modalities'),
  },
  {
    group: 'Reasoning',
    name: 'effort',
    asked: {
      'chat-completions': { reasoning_effort: 'medium' },
      messages: { max_tokens: 8000, thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } },
      responses: { reasoning: { effort: 'medium' } },
      'generate-content': config({ thinkingConfig: { thinkingLevel: 'MEDIUM' } }),
    },
    same: ({ reasoning }) => reasoning?.effort?.value,
  },
  {
    group: 'Reasoning',
    name: 'a budget',
    asked: {
      'chat-completions': { reasoning: { max_tokens: 2000 } },
      messages: { max_tokens: 8000, thinking: { type: 'enabled', budget_tokens: 2000 } },
      'generate-content': config({ thinkingConfig: { thinkingBudget: 2000 } }),
    },
    same: ({ reasoning }) => reasoning?.budgetTokens?.value,
  },
  {
    group: 'Reasoning',
    name: 'switched off',
    asked: {
      'chat-completions': { reasoning_effort: 'none' },
      messages: { thinking: { type: 'disabled' } },
      responses: { reasoning: { effort: 'none' } },
      'generate-content': config({ thinkingConfig: { thinkingBudget: 0 } }),
    },
    same: ({ reasoning }) =>
      reasoning?.effort?.value === 'none' || reasoning?.mode?.value === 'disabled' || reasoning?.budgetTokens?.value === 0,
  },
  {
    group: 'Reasoning',
    name: 'visible reasoning',
    asked: {
      'chat-completions': { reasoning: { effort: 'medium', exclude: false } },
      messages: { max_tokens: 8000, thinking: { type: 'adaptive', display: 'summarized' } },
      responses: { reasoning: { effort: 'medium', summary: 'auto' } },
      'generate-content': config({ thinkingConfig: { thinkingLevel: 'MEDIUM', includeThoughts: true } }),
    },
    same: nothing,
  },
  {
    group: 'Reasoning',
    name: "the provider's proof, given back through this style",
    asked: {
      'chat-completions': (upstream) => {
        const proof = kept(upstream)
        if (proof === undefined) return undefined
        return {
          messages: [
            { role: 'user', content: 'A' },
            { role: 'assistant', content: 'B', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: proof }] },
            { role: 'user', content: 'C' },
          ],
        }
      },
      messages: (upstream) => {
        const proof = kept(upstream)
        if (proof === undefined) return undefined
        return {
          messages: [
            { role: 'user', content: 'A' },
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: 'Hm.', signature: proof },
                { type: 'text', text: 'B' },
              ],
            },
            { role: 'user', content: 'C' },
          ],
        }
      },
      responses: (upstream) => {
        const proof = kept(upstream)
        if (proof === undefined) return undefined
        return {
          input: [
            { role: 'user', content: 'A' },
            { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: proof },
            { role: 'assistant', content: 'B' },
            { role: 'user', content: 'C' },
          ],
        }
      },
      'generate-content': (upstream) => {
        const proof = kept(upstream)
        if (proof === undefined) return undefined
        return {
          contents: [
            { role: 'user', parts: [{ text: 'A' }] },
            { role: 'model', parts: [{ text: 'Hm.', thought: true, thoughtSignature: proof }, { text: 'B' }] },
            { role: 'user', parts: [{ text: 'C' }] },
          ],
        }
      },
    },
    same: proofs,
  },
  {
    group: 'Output',
    name: 'JSON',
    asked: {
      'chat-completions': { response_format: { type: 'json_object' } },
      responses: { text: { format: { type: 'json_object' } } },
      'generate-content': config({ responseMimeType: 'application/json' }),
    },
    same: ({ output }) => output?.value.type,
  },
  {
    group: 'Output',
    name: 'JSON by a schema',
    asked: {
      'chat-completions': { response_format: { type: 'json_schema', json_schema: { name: 'person', schema: answer, strict: true } } },
      messages: { output_config: { format: { type: 'json_schema', schema: answer } } },
      responses: { text: { format: { type: 'json_schema', name: 'person', schema: answer, strict: true } } },
      'generate-content': config({ responseMimeType: 'application/json', responseJsonSchema: answer }),
    },
    same: ({ output }) => (output?.value.type === 'json-schema' ? output.value.schema : undefined),
  },
  {
    group: 'Output',
    name: 'the output limit',
    asked: {
      'chat-completions': { max_completion_tokens: 500 },
      messages: { max_tokens: 500 },
      responses: { max_output_tokens: 500 },
      'generate-content': config({ maxOutputTokens: 500 }),
    },
    same: setting('maxOutputTokens'),
  },
  {
    group: 'Output',
    name: 'stop sequences',
    asked: {
      'chat-completions': { stop: ['END', 'STOP'] },
      messages: { stop_sequences: ['END', 'STOP'] },
      'generate-content': config({ stopSequences: ['END', 'STOP'] }),
    },
    same: setting('stopSequences'),
  },
  {
    group: 'Output',
    name: 'several answers',
    asked: { 'chat-completions': { n: 2 }, 'generate-content': config({ candidateCount: 2 }) },
    same: setting('choiceCount'),
  },
  {
    group: 'Output',
    name: 'log probabilities',
    asked: {
      'chat-completions': { logprobs: true, top_logprobs: 2 },
      responses: { include: ['message.output_text.logprobs'], top_logprobs: 2 },
      'generate-content': config({ responseLogprobs: true, logprobs: 2 }),
    },
    same: (c) => [c.settings.logprobs?.value, c.settings.topLogprobs?.value],
  },
  {
    group: 'Output',
    name: 'verbosity',
    asked: { 'chat-completions': { verbosity: 'low' }, responses: { text: { verbosity: 'low' } } },
    same: setting('verbosity'),
  },
  {
    group: 'Tuning',
    name: 'temperature 0.5',
    asked: {
      'chat-completions': { temperature: 0.5 },
      messages: { temperature: 0.5 },
      responses: { temperature: 0.5 },
      'generate-content': config({ temperature: 0.5 }),
    },
    same: setting('temperature'),
  },
  {
    group: 'Tuning',
    name: 'temperature 1.5',
    asked: { 'chat-completions': { temperature: 1.5 }, responses: { temperature: 1.5 }, 'generate-content': config({ temperature: 1.5 }) },
    same: nothing,
  },
  {
    group: 'Tuning',
    name: 'top_p',
    asked: {
      'chat-completions': { top_p: 0.9 },
      messages: { top_p: 0.9 },
      responses: { top_p: 0.9 },
      'generate-content': config({ topP: 0.9 }),
    },
    same: setting('topP'),
  },
  { group: 'Tuning', name: 'top_k', asked: { messages: { top_k: 40 }, 'generate-content': config({ topK: 40 }) }, same: setting('topK') },
  {
    group: 'Tuning',
    name: 'seed',
    asked: { 'chat-completions': { seed: 7 }, 'generate-content': config({ seed: 7 }) },
    same: setting('seed'),
  },
  {
    group: 'Tuning',
    name: 'penalties',
    asked: {
      'chat-completions': { presence_penalty: 0.5, frequency_penalty: 0.5 },
      'generate-content': config({ presencePenalty: 0.5, frequencyPenalty: 0.5 }),
    },
    same: (c) => [c.settings.presencePenalty?.value, c.settings.frequencyPenalty?.value],
  },
  { group: 'Tuning', name: 'logit bias', asked: { 'chat-completions': { logit_bias: { '50256': -100 } } }, same: setting('logitBias') },
  {
    group: 'Other',
    name: "the end user's id",
    asked: {
      'chat-completions': { safety_identifier: 'user-1' },
      messages: { metadata: { user_id: 'user-1' } },
      responses: { safety_identifier: 'user-1' },
    },
    same: setting('user'),
  },
  {
    group: 'Other',
    name: 'metadata',
    asked: { 'chat-completions': { metadata: { a: 'b' } }, responses: { metadata: { a: 'b' } } },
    same: setting('metadata'),
  },
  {
    group: 'Other',
    name: 'service tier',
    asked: {
      'chat-completions': { service_tier: 'flex' },
      messages: { service_tier: 'standard_only' },
      responses: { service_tier: 'flex' },
      'generate-content': { serviceTier: 'flex' },
    },
    same: nothing,
  },
  {
    group: 'Other',
    name: 'cache breakpoints',
    asked: {
      'chat-completions': chatUser({ type: 'text', text: 'A', cache_control: { type: 'ephemeral' } }),
      messages: chatUser({ type: 'text', text: 'A', cache_control: { type: 'ephemeral', ttl: '1h' } }),
      responses: responsesUser({ type: 'input_text', text: 'A', prompt_cache_breakpoint: { mode: 'explicit' } }),
    },
    same: nothing,
  },
  {
    group: 'Other',
    name: 'prompt cache key',
    asked: { 'chat-completions': { prompt_cache_key: 'k' }, responses: { prompt_cache_key: 'k' } },
    same: setting('promptCacheKey'),
  },
  {
    group: 'Other',
    name: 'an unknown member',
    asked: {
      'chat-completions': { brand_new: 1 },
      messages: { brand_new: 1 },
      responses: { brand_new: 1 },
      'generate-content': { brandNew: 1 },
    },
    same: nothing,
  },
]
