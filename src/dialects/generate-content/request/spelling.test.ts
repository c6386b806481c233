import { normaliseRequest, spelled } from './spelling.js'

test('known members get their canonical names at every depth', () => {
  expect(
    normaliseRequest({
      system_instruction: { parts: [{ text: 'a' }] },
      contents: [
        {
          parts: [
            { inline_data: { mime_type: 'image/png', data: 'AA==' } },
            { function_call: { name: 'f', args: {} }, thought_signature: 'c2ln' },
          ],
        },
        {
          parts: [
            { function_response: { name: 'f', response: {}, parts: [{ file_data: { file_uri: 'gs://a', mime_type: 'image/png' } }] } },
          ],
        },
      ],
      tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object' } }] }],
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['f'] } },
      generation_config: { max_output_tokens: 5, thinking_config: { thinking_budget: 0, include_thoughts: true } },
    }),
  ).toEqual({
    systemInstruction: { parts: [{ text: 'a' }] },
    contents: [
      {
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AA==' } },
          { functionCall: { name: 'f', args: {} }, thoughtSignature: 'c2ln' },
        ],
      },
      { parts: [{ functionResponse: { name: 'f', response: {}, parts: [{ fileData: { fileUri: 'gs://a', mimeType: 'image/png' } }] } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object' } }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    generationConfig: { maxOutputTokens: 5, thinkingConfig: { thinkingBudget: 0, includeThoughts: true } },
  })
})

test('names inside arguments, results and schemas are data', () => {
  const data = { mime_type: 'x', top_k: [{ file_uri: 1 }] }
  const wire = {
    contents: [{ parts: [{ functionCall: { name: 'f', args: data } }, { functionResponse: { name: 'f', response: data } }] }],
    tools: [{ functionDeclarations: [{ name: 'f', parameters: data, parametersJsonSchema: data }] }],
    generationConfig: { responseJsonSchema: data, responseSchema: data },
  }
  expect(normaliseRequest(wire)).toBe(wire)
})

test('unknown members stay unchanged, and __proto__ is data', () => {
  const wire = JSON.parse('{"new_member":1,"contents":[{"__proto__":{"top_k":1},"inline_data":{}}]}') as Record<string, unknown>
  expect(JSON.stringify(normaliseRequest(wire))).toBe('{"new_member":1,"contents":[{"__proto__":{"topK":1},"inlineData":{}}]}')
})

test.each<[object, string, string]>([
  [{ system_instruction: {} }, '/systemInstruction', '/system_instruction'],
  [{ systemInstruction: {} }, '/systemInstruction', '/systemInstruction'],
  [
    { contents: [{ parts: [{ thought_signature: 'a' }] }] },
    '/contents/0/parts/0/thoughtSignature',
    '/contents/0/parts/0/thought_signature',
  ],
  [{ generation_config: { topK: 1 } }, '/generationConfig/topK', '/generation_config/topK'],
  [{}, '/generationConfig/topK', '/generationConfig/topK'],
  [{ contents: { parts: { text: 'a' } } }, '/contents/0/parts/0/text', '/contents/parts/text'],
  [{ contents: [{ parts: { text: 'a' } }] }, '/contents/0/parts/0/text', '/contents/0/parts/text'],
])('in %j the place %s is called %s', (wire, at, expected) => {
  expect(spelled({ ...wire }, at)).toBe(expected)
})
