import type { MediaFormat } from '../../exchange/media-task.js'
import type { WireObject } from '../../dialects/dialect.js'
import { answered, refusalOf, targetFor, translated } from '../media-fixture.js'
import { rerank, rerankV2 } from './index.js'

const documents = ['A valve.', 'A pump.']
const base = { model: 'a', query: 'pump', documents }

describe('requests', () => {
  test.each<[string, WireObject, MediaFormat, WireObject, string[]]>([
    [
      "Cohere's second version takes no return_documents",
      { ...base, top_n: 1, return_documents: true },
      'cohere',
      { model: 'up-model', query: 'pump', documents, top_n: 1 },
      [],
    ],
    [
      'objects become texts',
      { ...base, documents: [{ text: 'A valve.' }, { title: 'P', text: 'A pump.' }], rank_fields: ['title', 'text'] },
      'cohere',
      { model: 'up-model', query: 'pump', documents: ['A valve.', 'title: P\ntext: A pump.'] },
      [],
    ],
    [
      "Cohere's first version keeps them",
      { ...base, documents: [{ title: 'P' }], rank_fields: ['title'] },
      'cohere-v1',
      { model: 'up-model', query: 'pump', documents: [{ title: 'P' }], rank_fields: ['title'] },
      [],
    ],
    [
      'Jina is told to return no documents',
      { ...base, top_n: 1 },
      'jina',
      { model: 'up-model', query: 'pump', documents, top_n: 1, return_documents: false },
      [],
    ],
    [
      "Voyage's top_k",
      { ...base, top_n: 1, max_chunks_per_doc: 3 },
      'voyage',
      { model: 'up-model', query: 'pump', documents, top_k: 1 },
      ['dropped /max_chunks_per_doc'],
    ],
    [
      "Voyage's client in front of Cohere",
      { ...base, top_k: 1, truncation: true },
      'cohere',
      { model: 'up-model', query: 'pump', documents, top_n: 1 },
      ['dropped /truncation'],
    ],
    ['TEI accepts only texts and a query', { ...base, top_n: 1 }, 'tei', { query: 'pump', texts: documents }, []],
    [
      'an unknown member goes to the ledger',
      { ...base, return_embeddings: true },
      'cohere',
      { model: 'up-model', query: 'pump', documents },
      ['dropped /return_embeddings'],
    ],
  ])('%s', (_, request, format, body, losses) => {
    const result = translated(rerank, request, format)
    expect(result.bodies).toEqual([body])
    expect(result.losses).toEqual(losses)
  })

  test('version 2 is relayed to Cohere, unless it has members that Cohere does not have', () => {
    expect(rerankV2.plan(base, targetFor('cohere'))).toEqual({ type: 'relay', endpoint: 'rerank' })
    expect(rerankV2.plan({ ...base, return_documents: true }, targetFor('cohere')).type).toBe('translation')
    expect(rerankV2.plan({ ...base, documents: [{ text: 'a' }] }, targetFor('cohere')).type).toBe('translation')
  })

  test('a provider without reranking is a 400 that names it', () => {
    expect(refusalOf(() => rerank.plan(base, targetFor(undefined)))).toBe('/model')
  })
})

describe('replies', () => {
  const cohere = {
    id: 'r-1',
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
    meta: { billed_units: { search_units: 1 } },
  }
  test.each<[string, WireObject, MediaFormat, unknown, WireObject]>([
    [
      "Cohere's",
      base,
      'cohere',
      cohere,
      {
        id: 'r-1',
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.1 },
        ],
        meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
        model: 'alias',
      },
    ],
    [
      'billed units and tokens stay in meta, and are the usage',
      base,
      'cohere',
      { ...cohere, meta: { billed_units: { search_units: 1, input_tokens: 30 }, tokens: { input_tokens: 40, output_tokens: 2 } } },
      {
        id: 'r-1',
        results: cohere.results,
        meta: {
          api_version: { version: '2' },
          billed_units: { search_units: 1, input_tokens: 30 },
          tokens: { input_tokens: 40, output_tokens: 2 },
        },
        model: 'alias',
        usage: { total_tokens: 42, prompt_tokens: 40 },
      },
    ],
    [
      'with documents, as objects',
      { ...base, return_documents: true, top_n: 1 },
      'cohere',
      cohere,
      {
        id: 'r-1',
        results: [{ index: 1, relevance_score: 0.9, document: { text: 'A pump.' } }],
        meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
        model: 'alias',
      },
    ],
    [
      "Voyage's in Voyage's format, documents as texts",
      { ...base, top_k: 2, return_documents: true },
      'voyage',
      {
        object: 'list',
        data: [
          { index: 0, relevance_score: 0.2 },
          { index: 1, relevance_score: 0.8 },
        ],
        model: 'v',
        usage: { total_tokens: 7 },
      },
      {
        object: 'list',
        data: [
          { index: 1, relevance_score: 0.8, document: 'A pump.' },
          { index: 0, relevance_score: 0.2, document: 'A valve.' },
        ],
        model: 'v',
        usage: { total_tokens: 7, prompt_tokens: 7 },
      },
    ],
    [
      'a list of scores is sorted and cut',
      { ...base, top_n: 1 },
      'tei',
      [
        { index: 0, score: -3 },
        { index: 1, score: 2 },
      ],
      { id: 'rerank-1', results: [{ index: 1, relevance_score: 2 }], meta: { api_version: { version: '2' } }, model: 'alias' },
    ],
    [
      "Jina's usage",
      base,
      'jina',
      { model: 'j', results: [{ index: 1, relevance_score: 0.9, document: { text: 'A pump.' } }], usage: { total_tokens: 12 } },
      {
        id: 'rerank-1',
        results: [{ index: 1, relevance_score: 0.9 }],
        meta: { api_version: { version: '2' } },
        model: 'j',
        usage: { total_tokens: 12, prompt_tokens: 12 },
      },
    ],
  ])('%s', (_, request, format, reply, body) => {
    expect(answered(rerank, request, format, reply).body).toEqual(body)
  })

  test.each([{}, { results: 'x' }, { results: [{ index: 0 }] }, []].slice(0, 3))('%j is not a ranking', (reply) => {
    expect(refusalOf(() => answered(rerank, base, 'cohere', reply))).toBe('upstream_invalid')
  })
})
