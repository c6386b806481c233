import type { MediaFormat } from '../../src/exchange/media-task.js'
import { readFileSync } from 'node:fs'
import { createAjv } from '../../src/contract/schema/ajv.js'
import type { WireObject } from '../../src/dialects/dialect.js'
import { speech } from '../../src/media/audio/speech.js'
import { planTranscriptionForm } from '../../src/media/audio/transcription.js'
import { geminiBatchEmbedContents, geminiEmbedContent, openaiEmbeddings } from '../../src/media/embeddings/index.js'
import { imageEdits, imageGenerations } from '../../src/media/images/index.js'
import type { MediaCodec } from '../../src/media/media.js'
import { targetFor, translated } from '../../src/media/media-fixture.js'
import { rerank } from '../../src/media/rerank/index.js'

// What is sent upstream and what the client gets, held against the contract of each.

const ajv = createAjv()
for (const name of ['media', 'generate-content'])
  ajv.addSchema(JSON.parse(readFileSync(`openapi/dist/${name}.json`, 'utf8')) as object, name)

function problems(document: string, schema: string, value: unknown): string {
  const validate = ajv.getSchema(`${document}#/components/schemas/${schema}`)
  if (validate === undefined) throw new Error(`no schema ${schema}`)
  return validate(value) === true ? '' : ajv.errorsText(validate.errors)
}

const picture = {
  candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] } }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
}
const list = { object: 'list', data: [{ index: 0, embedding: [1] }], usage: { total_tokens: 1 } }
const ranking = { results: [{ index: 0, relevance_score: 1 }], usage: { total_tokens: 3 } }
const content = { parts: [{ text: 'a' }] }
const documents = [{ text: 'a' }]

const table: readonly [MediaCodec, WireObject, MediaFormat, string, string, unknown, string][] = [
  [
    openaiEmbeddings,
    { input: 'a', dimensions: 2, input_type: 'query' },
    'gemini',
    'EmbeddingBatchRequest',
    'media',
    { embeddings: [{ values: [1] }] },
    'EmbeddingList',
  ],
  [
    openaiEmbeddings,
    { input: 'a', dimensions: 2, encoding_format: 'base64' },
    'cohere',
    'EmbeddingCohereRequest',
    'media',
    { id: 'e', embeddings: { float: [[1]] } },
    'EmbeddingList',
  ],
  [openaiEmbeddings, { input: 'a', input_type: 'document', dimensions: 256 }, 'voyage', 'EmbeddingRequest', 'media', list, 'EmbeddingList'],
  [openaiEmbeddings, { input: [{ image: 'AA==' }], user: 'u' }, 'jina', 'EmbeddingRequest', 'media', list, 'EmbeddingList'],
  [geminiEmbedContent, { content }, 'openai', 'EmbeddingRequest', 'media', list, 'EmbeddingContentReply'],
  [
    geminiBatchEmbedContents,
    { requests: [{ content }] },
    'cohere',
    'EmbeddingCohereRequest',
    'media',
    { id: 'e', embeddings: { float: [[1]] } },
    'EmbeddingBatchReply',
  ],
  [
    imageGenerations,
    { prompt: 'a', size: '1024x1024' },
    'gemini',
    'GeminiGenerateContentRequest',
    'generate-content',
    picture,
    'ImageList',
  ],
  [
    imageEdits,
    { prompt: 'a', images: [{ image_url: 'data:image/png;base64,AA==' }] },
    'gemini',
    'GeminiGenerateContentRequest',
    'generate-content',
    picture,
    'ImageList',
  ],
  [rerank, { query: 'a', documents, top_n: 1, return_documents: true }, 'cohere', 'RerankRequest', 'media', ranking, 'RerankReply'],
  [rerank, { query: 'a', documents, top_k: 1, return_documents: true }, 'voyage', 'RerankRequest', 'media', ranking, 'RerankReply'],
  [rerank, { query: 'a', documents }, 'jina', 'RerankRequest', 'media', ranking, 'RerankReply'],
  [rerank, { query: 'a', documents }, 'tei', 'RerankTextsRequest', 'media', [{ index: 0, score: 1 }], 'RerankReply'],
]

test.each(table)('%# both sides keep to the contract', (codec, request, form, requestSchema, document, reply, replySchema) => {
  const { plan, bodies } = translated(codec, { model: 'a', ...request }, form)
  for (const body of bodies) expect(problems(document, requestSchema, body)).toBe('')
  expect(problems('media', replySchema, plan.encodeReply([reply]).body)).toBe('')
})

test('speech and transcriptions by Gemini too', () => {
  for (const body of translated(speech, { model: 'a', input: 'a', voice: 'alloy' }, 'gemini').bodies)
    expect(problems('generate-content', 'GeminiGenerateContentRequest', body)).toBe('')
  const plan = planTranscriptionForm(
    'transcriptions',
    { fields: [], files: [{ name: 'file', filename: 'a.wav', bytes: Buffer.from('a') }] },
    targetFor('gemini'),
  )
  if (plan.type !== 'translation') throw new Error('expected a translation')
  for (const { body } of plan.requests) expect(problems('generate-content', 'GeminiGenerateContentRequest', body)).toBe('')
  expect(
    problems('media', 'AudioTranscriptionReply', plan.encodeReply([{ candidates: [{ content: { parts: [{ text: 'a' }] } }] }]).body),
  ).toBe('')
})
