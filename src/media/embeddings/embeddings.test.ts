import type { MediaFormat } from '../../exchange/media-task.js'
import { answered, refusalOf, targetFor, translated } from '../media-fixture.js'
import type { WireObject } from '../../dialects/dialect.js'
import { geminiBatchEmbedContents, geminiEmbedContent, openaiEmbeddings } from './index.js'

const content = (text: string): WireObject => ({ parts: [{ text }] })

describe("OpenAI's request", () => {
  test.each<[string, WireObject, MediaFormat, WireObject, string[]]>([
    [
      'a text for Gemini',
      { model: 'a', input: 'pump' },
      'gemini',
      { requests: [{ model: 'models/up-model', content: content('pump') }] },
      [],
    ],
    [
      'a list with dimensions and a purpose for Gemini',
      { model: 'a', input: ['a', 'b'], dimensions: 4, input_type: 'query', user: 'u' },
      'gemini',
      {
        requests: [
          { model: 'models/up-model', content: content('a'), taskType: 'RETRIEVAL_QUERY', outputDimensionality: 4 },
          { model: 'models/up-model', content: content('b'), taskType: 'RETRIEVAL_QUERY', outputDimensionality: 4 },
        ],
      },
      ['dropped /user'],
    ],
    [
      'Cohere is told what the vectors are for',
      { model: 'a', input: ['a'], dimensions: 256 },
      'cohere',
      { model: 'up-model', input_type: 'search_document', texts: ['a'], embedding_types: ['float'], output_dimension: 256 },
      [],
    ],
    [
      "Voyage's names",
      { model: 'a', input: ['a'], dimensions: 256, encoding_format: 'base64', input_type: 'document', truncation: false },
      'voyage',
      { model: 'up-model', input: ['a'], encoding_format: 'base64', output_dimension: 256, input_type: 'document', truncation: false },
      [],
    ],
    [
      "Mistral's name of the dimensions",
      { model: 'a', input: 'a', dimensions: 8, encoding_format: 'base64' },
      'mistral',
      { model: 'up-model', input: ['a'], output_dimension: 8 },
      [],
    ],
    [
      "Jina's tasks and images",
      { model: 'a', input: [{ text: 'a' }, { image: 'https://x.test/a.png' }], task: 'retrieval.query', user: 'u' },
      'jina',
      { model: 'up-model', input: ['a', { image: 'https://x.test/a.png' }], task: 'retrieval.query' },
      ['dropped /user'],
    ],
    [
      "Vertex's instances and parameters",
      { model: 'a', input: ['a'], dimensions: 256, input_type: 'document', truncation: false, user: 'u' },
      'vertex-predict',
      {
        instances: [{ content: 'a', task_type: 'RETRIEVAL_DOCUMENT' }],
        parameters: { outputDimensionality: 256, autoTruncate: false },
      },
      ['dropped /user'],
    ],
    [
      'a text for a newer model on Vertex',
      { model: 'a', input: 'a', dimensions: 256 },
      'vertex-content',
      { content: content('a'), outputDimensionality: 256 },
      [],
    ],
    [
      'an unknown member goes to the ledger',
      { model: 'a', input: 'a', late_chunking: true },
      'cohere',
      { model: 'up-model', input_type: 'search_document', texts: ['a'], embedding_types: ['float'] },
      ['dropped /late_chunking'],
    ],
  ])('%s', (_, request, format, body, losses) => {
    const result = translated(openaiEmbeddings, request, format)
    expect(result.bodies).toEqual([body])
    expect(result.losses).toEqual(losses)
  })

  test('an OpenAI-compatible provider gets it unchanged', () => {
    expect(openaiEmbeddings.plan({ model: 'a', input: [1, 2, 3] }, targetFor('openai'))).toMatchObject({
      type: 'relay',
      endpoint: 'embeddings',
    })
  })

  test.each<[MediaFormat, WireObject, string]>([
    ['voyage', { input: 'a', output_dtype: 'int8', input_type: 'query' }, 'relay'],
    ['voyage', { input: 'a', dimensions: 8 }, 'translation'],
    ['mistral', { input: 'a', output_dimension: 8 }, 'relay'],
    ['mistral', { input: 'a', encoding_format: 'base64' }, 'translation'],
    ['jina', { input: 'a', late_chunking: true }, 'relay'],
  ])("%s gets its own words as they are, OpenAI's translated", (format, request, type) => {
    expect(openaiEmbeddings.plan({ model: 'a', ...request }, targetFor(format)).type).toBe(type)
  })

  test.each<[string, MediaFormat, WireObject, WireObject, WireObject | undefined]>([
    [
      'numbers where base64 was requested',
      'openai',
      { encoding_format: 'base64' },
      { data: [{ index: 0, embedding: [0.5, -1] }] },
      { data: [{ index: 0, embedding: 'AAAAPwAAgL8=' }] },
    ],
    ['base64 as requested', 'openai', { encoding_format: 'base64' }, { data: [{ index: 0, embedding: 'AAAAPwAAgL8=' }] }, undefined],
    ['numbers as requested', 'openai', {}, { data: [{ index: 0, embedding: [0.5] }], usage: { total_tokens: 3 } }, undefined],
    ['a total alone', 'voyage', {}, { data: [], usage: { total_tokens: 3 } }, { data: [], usage: { total_tokens: 3, prompt_tokens: 3 } }],
  ])('a relayed reply with %s', (_, format, request, reply, amended) => {
    const plan = openaiEmbeddings.plan({ model: 'a', input: 'a', ...request }, targetFor(format))
    expect(plan.type === 'relay' ? plan.amend?.(reply) : 'no relay').toEqual(amended)
  })

  test.each([
    ['gemini', 128 * 100],
    ['cohere', 128 * 96],
  ] as const)('a list that would be more requests to %s than one may become is refused', (format, most) => {
    const input = Array.from({ length: most + 1 }, () => 'a')
    expect(refusalOf(() => openaiEmbeddings.plan({ model: 'a', input }, targetFor(format)))).toBe('/input')
    expect(refusalOf(() => openaiEmbeddings.plan({ model: 'a', input: input.slice(1) }, targetFor(format)))).toBe('no refusal')
  })

  test.each<[MediaFormat, number]>([
    ['openai', 2048],
    ['gemini', 100],
    ['cohere', 96],
  ])('more than %s takes is split and joined in order', (format, most) => {
    const input = Array.from({ length: most + 2 }, (_, index) => `t${index}`)
    const { plan } = translated(openaiEmbeddings, { model: 'a', input, user: 'u' }, format)
    expect(plan.requests).toHaveLength(2)
    const reply = (from: number, to: number): unknown => {
      const vectors = Array.from({ length: to - from }, (_, index) => [from + index])
      if (format === 'gemini') return { embeddings: vectors.map((values) => ({ values })), usageMetadata: { promptTokenCount: 5 } }
      if (format === 'cohere') return { id: 'e', embeddings: { float: vectors }, meta: { billed_units: { input_tokens: 5 } } }
      return {
        object: 'list',
        data: vectors.map((embedding, index) => ({ index, embedding })).reverse(),
        usage: { prompt_tokens: 5, total_tokens: 5 },
      }
    }
    const { body, usage } = plan.encodeReply([reply(0, most), reply(most, most + 2)])
    const { data } = body as unknown as { data: { index: number; embedding: number[] }[] }
    expect(data.map(({ index, embedding }) => [index, embedding[0]])).toEqual(input.map((_, index) => [index, index]))
    expect(usage).toEqual({ inputTokens: 10 })
  })

  test.each<[string, WireObject, MediaFormat, string]>([
    ['token numbers', { model: 'a', input: [1, 2] }, 'cohere', '/input'],
    ['lists of token numbers', { model: 'a', input: [[1], [2]] }, 'gemini', '/input/0'],
    ['an image by its address for Gemini', { model: 'a', input: [{ image: 'https://x.test/a.png' }] }, 'gemini', '/input/0'],
    ['packed integers', { model: 'a', input: 'a', encoding_format: 'base64_int8' }, 'gemini', '/encoding_format'],
    ['no embeddings at all', { model: 'a', input: 'a' }, 'tei', '/model'],
  ])('%s: a 400 that names the field', (_, request, format, param) => {
    expect(refusalOf(() => openaiEmbeddings.plan(request, targetFor(format)))).toBe(param)
  })
})

describe("OpenAI's reply", () => {
  const gemini = { embeddings: [{ values: [0.5, -1] }] }
  test.each<[string, WireObject, WireObject]>([
    [
      'numbers',
      { model: 'a', input: 'pump' },
      {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
        model: 'alias',
        usage: { prompt_tokens: 1, total_tokens: 1 },
      },
    ],
    [
      'base64 of little-endian 32-bit floats',
      { model: 'a', input: 'pump', encoding_format: 'base64' },
      {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: 'AAAAPwAAgL8=' }],
        model: 'alias',
        usage: { prompt_tokens: 1, total_tokens: 1 },
      },
    ],
  ])('%s', (_, request, body) => {
    expect(answered(openaiEmbeddings, request, 'gemini', gemini).body).toEqual(body)
  })

  test('a count that the provider did not report is absent', () => {
    expect(answered(openaiEmbeddings, { model: 'a', input: 'pump' }, 'gemini', gemini)).not.toHaveProperty('usage')
  })

  test.each<[string, MediaFormat, unknown]>([
    ['no vectors', 'gemini', { error: 'x' }],
    ['too few vectors', 'gemini', { embeddings: [] }],
    ['texts in place of numbers', 'cohere', { embeddings: { float: [['a']] } }],
  ])('%s: the upstream is at fault', (_, format, reply) => {
    expect(refusalOf(() => answered(openaiEmbeddings, { model: 'a', input: 'pump' }, format, reply))).toBe('upstream_invalid')
  })

  test('or a vector twice', () => {
    const data = [1, 2].map((value) => ({ index: 0, embedding: [value] }))
    expect(refusalOf(() => answered(openaiEmbeddings, { model: 'a', input: ['a', 'b'], user: 'u' }, 'voyage', { data }))).toBe(
      'upstream_invalid',
    )
  })
})

describe("Gemini's request", () => {
  test.each<[string, typeof geminiEmbedContent, WireObject, MediaFormat, WireObject, string[]]>([
    [
      'one content for OpenAI',
      geminiEmbedContent,
      { content: content('pump'), outputDimensionality: 2, taskType: 'CLUSTERING' },
      'openai',
      { model: 'up-model', input: ['pump'], dimensions: 2 },
      ['dropped /taskType'],
    ],
    [
      'a batch in snake case for Cohere',
      geminiBatchEmbedContents,
      {
        requests: [
          { model: 'models/a', content: content('a'), task_type: 'RETRIEVAL_QUERY' },
          { model: 'models/a', content: content('b'), task_type: 'RETRIEVAL_QUERY' },
        ],
      },
      'cohere',
      { model: 'up-model', input_type: 'search_query', texts: ['a', 'b'], embedding_types: ['float'] },
      [],
    ],
    [
      'an image for Cohere',
      geminiEmbedContent,
      { content: { parts: [{ text: 'logo' }, { inline_data: { mime_type: 'image/png', data: 'AA==' } }] } },
      'cohere',
      {
        model: 'up-model',
        input_type: 'search_document',
        inputs: [
          {
            content: [
              { type: 'text', text: 'logo' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
            ],
          },
        ],
        embedding_types: ['float'],
      },
      [],
    ],
  ])('%s', (_, codec, request, format, body, losses) => {
    const result = translated(codec, request, format)
    expect(result.bodies).toEqual([body])
    expect(result.losses).toEqual(losses)
  })

  test('Gemini itself gets its own name of the model in every place', () => {
    expect(geminiBatchEmbedContents.plan({ requests: [{ model: 'models/a', content: content('a') }] }, targetFor('gemini'))).toEqual({
      type: 'relay',
      endpoint: 'batch-embed-contents',
      body: { requests: [{ model: 'models/up-model', content: content('a') }] },
    })
    expect(geminiEmbedContent.plan({ content: content('a') }, targetFor('gemini'))).toEqual({
      type: 'relay',
      endpoint: 'embed-content',
      body: { content: content('a') },
    })
  })

  test('settings that differ within a batch are refused where the provider has one for all', () => {
    const requests = [
      { content: content('a'), outputDimensionality: 2 },
      { content: content('b'), outputDimensionality: 3 },
    ]
    expect(refusalOf(() => geminiBatchEmbedContents.plan({ requests }, targetFor('openai')))).toBe('/requests/1/outputDimensionality')
  })

  test.each([
    ['one', geminiEmbedContent, { content: content('a') }, { embedding: { values: [0.5, -1] }, usageMetadata: { promptTokenCount: 3 } }],
    [
      'several',
      geminiBatchEmbedContents,
      { requests: [{ content: content('a') }] },
      { embeddings: [{ values: [0.5, -1] }], usageMetadata: { promptTokenCount: 3 } },
    ],
  ])("%s: the reply is Gemini's, base64 is read as numbers", (_, codec, request, body) => {
    const reply = { object: 'list', data: [{ index: 0, embedding: 'AAAAPwAAgL8=' }], usage: { prompt_tokens: 3, total_tokens: 3 } }
    expect(answered(codec, request, 'openai', reply)).toEqual({ contentType: 'application/json', body, usage: { inputTokens: 3 } })
  })
})
