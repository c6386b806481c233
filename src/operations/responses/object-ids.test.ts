import { idsMadeFor, referencesIn } from './object-ids.js'

test('every place of a request that names an object of the provider', () => {
  const wire = {
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
  }
  expect(Object.fromEntries(referencesIn(wire).map(({ param, noun, id }) => [param, `${noun} ${id}`]))).toEqual({
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
  })
  expect(referencesIn({ model: 'm', input: 'hi', conversation: 'conv_2' })).toMatchObject([{ id: 'conv_2', param: '/conversation' }])
})

test('what is nested deep is no trouble', () => {
  const input: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(referencesIn({ input: [{ a: input }] })).toEqual([])
})

test('what a provider made for a response: items, conversation, containers, their files', () => {
  expect(
    idsMadeFor({
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
    }),
  ).toEqual(['conv_1', 'ci_1', 'cntr_1', 'msg_1', 'cfile_1', 'cntr_1'])
})
