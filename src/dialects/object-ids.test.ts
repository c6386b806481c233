import { objectIds as chat } from './chat-completions/object-ids.js'
import { objectIds as gemini } from './generate-content/object-ids.js'
import { objectIds as messages } from './messages/object-ids.js'
import { objectIds as responses } from './responses/object-ids.js'
import type { ObjectIds } from './object-ids.js'
import type { WireObject } from './dialect.js'

function referred(objects: ObjectIds, wire: WireObject): object {
  return Object.fromEntries(objects.referencesIn(wire).map(({ param, noun, id }) => [param, `${noun} ${id}`]))
}

const requests: readonly (readonly [string, ObjectIds, WireObject, Readonly<Record<string, string>>])[] = [
  [
    'responses',
    responses,
    {
      model: 'm',
      conversation: { id: 'conv_1' },
      prompt: { id: 'pmpt_1', variables: { picture: { type: 'input_image', file_id: 'file_0' } } },
      input: [
        { type: 'item_reference', id: 'msg_1' },
        {
          type: 'message',
          id: 'msg_own',
          role: 'user',
          content: [
            { type: 'input_file', file_id: 'file_1' },
            { type: 'input_text', text: 'file_2' },
          ],
        },
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_image', file_id: 'file_3' }] },
      ],
      tools: [
        { type: 'file_search', vector_store_ids: ['vs_1', 'vs_2'] },
        { type: 'code_interpreter', container: 'cntr_1' },
        { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file_4'] } },
      ],
    },
    {
      '/conversation': 'Conversation conv_1',
      '/prompt/id': 'Prompt pmpt_1',
      '/prompt/variables/picture/file_id': 'File file_0',
      '/input/0/id': 'Item msg_1',
      '/input/1/content/0/file_id': 'File file_1',
      '/input/2/output/0/file_id': 'File file_3',
      '/tools/0/vector_store_ids/0': 'Vector store vs_1',
      '/tools/0/vector_store_ids/1': 'Vector store vs_2',
      '/tools/1/container': 'Container cntr_1',
      '/tools/2/container/file_ids/0': 'File file_4',
    },
  ],
  [
    'responses, in other case',
    responses,
    {
      conversation: { Id: 'conv_1' },
      prompt: { ID: 'pmpt_1' },
      input: [
        { Type: 'item_reference', ID: 'msg_1', id: 'msg_2' },
        { role: 'user', content: [{ type: 'input_file', File_ID: 'file_1' }] },
      ],
      tools: [{ type: 'file_search', Vector_Store_IDs: ['vs_1'] }],
    },
    {
      '/conversation': 'Conversation conv_1',
      '/prompt/id': 'Prompt pmpt_1',
      '/input/0/id': 'Item msg_2',
      '/input/1/content/0/File_ID': 'File file_1',
      '/tools/0/Vector_Store_IDs/0': 'Vector store vs_1',
    },
  ],
  ['responses, a conversation as text', responses, { input: 'hi', conversation: 'conv_2' }, { '/conversation': 'Conversation conv_2' }],
  [
    'chat',
    chat,
    {
      messages: [
        { role: 'user', content: [{ type: 'file', file: { file_id: 'file_1' } }] },
        { role: 'assistant', audio: { id: 'audio_1' } },
        { role: 'user', content: 'file_2', audio: null },
      ],
      audio: { voice: 'alloy', format: 'wav' },
      tools: [
        { type: 'function', function: { name: 'f', parameters: { default: { file_id: 'x' } } } },
        { type: 'file_search', vector_store_ids: ['vs_1'] },
      ],
    },
    {
      '/messages/0/content/0/file/file_id': 'File file_1',
      '/messages/1/audio/id': 'Audio audio_1',
      '/tools/1/vector_store_ids/0': 'Vector store vs_1',
    },
  ],
  [
    'messages',
    messages,
    {
      container: {
        id: 'container_1',
        skills: [
          { type: 'anthropic', skill_id: 'xlsx' },
          { type: 'custom', skill_id: 'skill_1' },
        ],
      },
      diagnostics: { previous_message_id: 'msg_1' },
      thread: { type: 'continue', previous_message_id: 'msg_2' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'file', file_id: 'file_1' } },
            { type: 'image', source: { type: 'file', file_id: 'file_2' } },
            { type: 'container_upload', file_id: 'file_3' },
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: { type: 'file', file_id: 'file_4' } }] },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: { file_id: 'my own' } }] },
      ],
      tools: [{ name: 'read', input_schema: { default: { file_id: 'x' } } }],
    },
    {
      '/container/id': 'Container container_1',
      '/container/skills/1/skill_id': 'Skill skill_1',
      '/diagnostics/previous_message_id': 'Message msg_1',
      '/thread/previous_message_id': 'Message msg_2',
      '/messages/0/content/0/source/file_id': 'File file_1',
      '/messages/0/content/1/source/file_id': 'File file_2',
      '/messages/0/content/2/file_id': 'File file_3',
      '/messages/0/content/3/content/0/source/file_id': 'File file_4',
    },
  ],
  ['messages, a container as text', messages, { container: 'container_1', messages: [] }, { '/container': 'Container container_1' }],
  [
    'generate content',
    gemini,
    {
      cachedContent: 'cachedContents/1',
      contents: [
        {
          parts: [
            { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/1' } },
            { file_data: { file_uri: 'files/2' } },
            { fileData: { fileUri: 'gs://bucket/a.pdf' } },
            { fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } },
            { functionCall: { name: 'f', args: { fileUri: 'files/mine' } } },
            { functionResponse: { name: 'f', response: { fileUri: 'files/mine' }, parts: [{ fileData: { fileUri: 'files/3' } }] } },
          ],
        },
      ],
      tools: [
        { fileSearch: { fileSearchStoreNames: ['fileSearchStores/1'] } },
        { retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: 'projects/p/ragCorpora/1' }] } } },
        { functionDeclarations: [{ name: 'f', parameters: { default: { engine: 'x' } } }] },
      ],
    },
    {
      '/cachedContent': 'Cached content cachedContents/1',
      '/contents/0/parts/0/fileData/fileUri': 'File https://generativelanguage.googleapis.com/v1beta/files/1',
      '/contents/0/parts/1/file_data/file_uri': 'File files/2',
      '/contents/0/parts/2/fileData/fileUri': 'File gs://bucket/a.pdf',
      '/contents/0/parts/5/functionResponse/parts/0/fileData/fileUri': 'File files/3',
      '/tools/0/fileSearch/fileSearchStoreNames/0': 'File search store fileSearchStores/1',
      '/tools/1/retrieval/vertexRagStore/ragResources/0/ragCorpus': 'RAG corpus projects/p/ragCorpora/1',
    },
  ],
]

test.each(requests)('%s: every reference of a request to a stored object', (_name, objects, wire, references) => {
  expect(referred(objects, wire)).toEqual(references)
  // A request with only one of these references is found by `marks` too.
  const text = JSON.stringify(wire)
  expect(objects.marks.some((mark) => text.includes(mark))).toBe(true)
})

test.each([
  ['responses', responses, 'input'],
  ['chat', chat, 'messages'],
  ['messages', messages, 'messages'],
  ['generate content', gemini, 'contents'],
] as const)('%s: what is nested deep is no trouble', (_name, objects, member) => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(objects.referencesIn({ [member]: [{ a: deep }] })).toEqual([])
})

const replies: readonly (readonly [string, ObjectIds, WireObject, readonly string[]])[] = [
  [
    'responses',
    responses,
    {
      id: 'resp_1',
      conversation: { id: 'conv_1' },
      output: [
        { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1' },
        {
          type: 'message',
          id: 'msg_1',
          content: [
            {
              type: 'output_text',
              annotations: [
                { type: 'container_file_citation', file_id: 'cfile_1', container_id: 'cntr_1' },
                { type: 'file_citation', file_id: 'file_of_a_search' },
              ],
            },
          ],
        },
        'junk',
      ],
    },
    ['conv_1', 'ci_1', 'cntr_1', 'msg_1', 'cfile_1', 'cntr_1'],
  ],
  ['responses, an item', responses, { type: 'response.output_item.done', item: { type: 'message', id: 'msg_1' } }, ['msg_1']],
  ['responses, the end', responses, { type: 'response.completed', response: { output: [{ id: 'msg_1' }] } }, ['msg_1']],
  ['chat', chat, { choices: [{ message: { audio: { id: 'audio_1', data: '' } } }, { message: { content: 'x' } }] }, ['audio_1']],
  ['chat, a chunk', chat, { choices: [{ delta: { audio: { id: 'audio_1' } } }, 'junk'] }, ['audio_1']],
  [
    'messages',
    messages,
    {
      type: 'message',
      id: 'msg_1',
      container: { id: 'container_1' },
      content: [
        { type: 'text', text: 'x', citations: [{ file_id: 'file_before' }] },
        {
          type: 'bash_code_execution_tool_result',
          content: { type: 'bash_code_execution_result', content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }] },
        },
      ],
    },
    ['msg_1', 'container_1', 'file_1'],
  ],
  [
    'messages, the start',
    messages,
    { type: 'message_start', message: { type: 'message', id: 'msg_1', container: null, content: [] } },
    ['msg_1'],
  ],
  [
    'messages, a block',
    messages,
    {
      type: 'content_block_start',
      content_block: { type: 'code_execution_tool_result', content: { content: [{ type: 'code_execution_output', file_id: 'file_1' }] } },
    },
    ['file_1'],
  ],
  ['messages, the delta at the end', messages, { type: 'message_delta', delta: { container: { id: 'container_1' } } }, ['container_1']],
]

test.each(replies)('%s: the objects that a provider created for a request', (_name, { made }, wire, ids) => {
  expect(made?.idsIn(wire)).toEqual(ids)
  const text = JSON.stringify(wire)
  if (typeof wire['type'] === 'string' && wire['type'] !== 'message') expect(made?.marks.some((mark) => text.includes(mark))).toBe(true)
})
