import { objectOf } from '../../../src/json/object.js'
import { all, drop, edit, inFrames, set, withoutLast, type Edit } from './changes.js'
import { inAnswer, inJson, inStream, type Fault, type Heard } from './faulty-server.js'
import { faultsOfAnyError, openAIErrorFaults } from './faults-of-errors.js'

/** Changes a list of the body. */
const inList =
  (name: string, change: (list: unknown[]) => unknown): Edit =>
  (body) => {
    const list = objectOf(body)?.[name]
    return Array.isArray(list) && list.length > 1 && change(list) !== false
  }
const swap = (list: unknown[]): unknown => list.reverse()
const grow = (value: unknown): number => Number(value) + 1
const answers =
  (path: RegExp) =>
  (heard: Heard): boolean =>
    path.test(heard.path) && heard.status === 200

const embeddings = /^\/v1\/embeddings/
const rerank = /^\/v1\/rerank/
const moderations = /^\/v1\/moderations/
const images = /^\/v1\/images/
const speech = /^\/v1\/audio\/speech/
const transcriptions = /^\/v1\/audio\/transcriptions/
const completions = /^\/v1\/completions/
const asBase64 = ({ asked, status }: Heard): boolean => status === 200 && asked['encoding_format'] === 'base64'

/** The faults of the endpoints beside chat, by endpoint. */
export const mediaFaults: Readonly<Record<string, readonly Fault[]>> = {
  embeddings: [
    inJson(
      embeddings,
      'a vector too few',
      inList('data', (list) => list.pop()),
    ),
    inJson(
      embeddings,
      'a vector too many',
      inList('data', (list) => list.push({ object: 'embedding', index: list.length, embedding: [0.5] })),
    ),
    inJson(embeddings, 'another order', inList('data', swap)),
    inJson(embeddings, 'vectors are numbered from 1', edit('/data/0/index', grow)),
    inJson(
      embeddings,
      'the same vector for every text',
      inList('data', (list) => set('/embedding', objectOf(list[0])?.['embedding'])(list[1])),
    ),
    inJson(embeddings, 'an empty vector', set('/data/0/embedding', [])),
    inJson(
      embeddings,
      'a dimension is missing',
      inList('data', (list) => edit('/embedding', (vector) => (Array.isArray(vector) ? vector.slice(1) : vector))(list[1])),
    ),
    inJson(embeddings, 'no usage', drop('/usage')),
    inJson(embeddings, 'usage that does not add up', edit('/usage/total_tokens', grow)),
    inJson(embeddings, 'no model', set('/model', '')),
    inJson(embeddings, 'another object', set('/object', 'embeddings')),
    { ...inJson(embeddings, 'numbers in place of base64', set('/data/0/embedding', [0.5, 0.25])), when: asBase64 },
    { ...inJson(embeddings, 'base64 that is none', set('/data/0/embedding', '*not base64*')), when: asBase64 },
    { ...inJson(embeddings, 'base64 of half a number', set('/data/0/embedding', 'AAAA')), when: asBase64 },
    {
      ...inJson(
        embeddings,
        'big-endian numbers',
        edit('/data/0/embedding', (text) => Buffer.from(String(text), 'base64').swap32().toString('base64')),
      ),
      when: asBase64,
    },
    {
      ...inJson(embeddings, 'base64 in place of numbers', set('/data/0/embedding', 'AAAAAA==')),
      when: (heard) => answers(embeddings)(heard) && heard.asked['encoding_format'] === 'float',
    },
    {
      ...inJson(embeddings, 'other dimensions than requested', (body) => {
        const list = objectOf(body)?.['data']
        return Array.isArray(list) && list.map(edit('/embedding', (vector) => [...(vector as number[]), 0.1])).some(Boolean)
      }),
      when: ({ asked, status }) => status === 200 && asked['dimensions'] !== undefined,
    },
    ...openAIErrorFaults(embeddings).filter(({ name }) => !name.includes('code')),
  ],
  rerank: [
    ...faultsOfAnyError(rerank),
    inJson(rerank, 'an empty message', set('/message', ''), 400),
    inJson(
      rerank,
      'a result too few',
      inList('results', (list) => list.pop()),
    ),
    inJson(rerank, 'the best comes last', inList('results', swap)),
    inJson(
      rerank,
      'a document twice',
      inList('results', (list) => set('/index', objectOf(list[0])?.['index'])(list[1])),
    ),
    inJson(rerank, 'the index of no document', set('/results/0/index', 9)),
    inJson(rerank, 'a score as a text', set('/results/0/relevance_score', '0.9')),
    inJson(rerank, 'no score', drop('/results/0/relevance_score')),
    inJson(rerank, 'results under another name', (body) => all(set('/data', objectOf(body)?.['results']), drop('/results'))(body)),
    {
      ...inJson(rerank, 'top_n is ignored', (body) => {
        const list = objectOf(body)?.['results']
        return (
          Array.isArray(list) &&
          list.push({ index: [0, 1, 2].find((one) => !list.some((known) => objectOf(known)?.['index'] === one)), relevance_score: 0 }) > 0
        )
      }),
      when: ({ asked, status }) => status === 200 && asked['top_n'] === 2,
    },
    {
      ...inJson(rerank, 'the text of another document', set('/results/0/document', { text: 'Another text.' })),
      when: ({ asked, status }) => status === 200 && asked['return_documents'] === true,
    },
  ],
  moderations: [
    inJson(
      moderations,
      'a result too few',
      inList('results', (list) => list.pop()),
    ),
    inJson(moderations, 'flagged without a category', set('/results/0/flagged', true)),
    inJson(moderations, 'no categories', set('/results/0/categories', {})),
    inJson(moderations, 'a score above 1', (body) => {
      const scores = objectOf(objectOf([objectOf(body)?.['results']].flat()[0])?.['category_scores'])
      const [name] = Object.keys(scores ?? {})
      return name !== undefined && set(`/${name}`, 7)(scores)
    }),
    inJson(moderations, 'no scores', set('/results/0/category_scores', {})),
    inJson(moderations, 'no id', set('/id', '')),
  ],
  images: [
    inJson(
      images,
      'created in milliseconds',
      edit('/created', (value) => Number(value) * 1000),
    ),
    inJson(images, 'no image', set('/data', [])),
    inJson(
      images,
      'an image too few',
      inList('data', (list) => list.pop()),
    ),
    inJson(images, 'neither image nor address', set('/data/0', {})),
    inJson(images, 'an image that is none', set('/data/0/b64_json', 'AAAA')),
    inJson(
      images,
      'an image as a data URL',
      edit('/data/0/b64_json', (text) => `data:image/png;base64,${String(text)}`),
    ),
    inJson(images, 'usage that does not add up', edit('/usage/total_tokens', grow)),
  ],
  speech: [
    inAnswer('speech as JSON', answers(speech), ({ body }) => ({
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ audio: body.toString('base64') })),
    })),
    inAnswer('the content type of another format', answers(speech), () => ({ headers: { 'content-type': 'audio/flac' } })),
    inAnswer('bytes that are no sound', answers(speech), () => ({ body: Buffer.from('not a sound') })),
    inAnswer('no sound', answers(speech), () => ({ body: Buffer.alloc(0) })),
  ],
  transcriptions: [
    inJson(transcriptions, 'no text', drop('/text')),
    inJson(transcriptions, 'the text under another name', (body) => all(set('/transcript', objectOf(body)?.['text']), drop('/text'))(body)),
    inJson(transcriptions, 'no duration', drop('/duration')),
    inJson(transcriptions, 'segments in another order', inList('segments', swap)),
    inJson(transcriptions, 'usage that does not add up', edit('/usage/total_tokens', grow)),
    inAnswer(
      'JSON where plain text is requested',
      ({ path, headers }) => transcriptions.test(path) && headers['content-type']?.startsWith('text/plain') === true,
      () => ({
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"text":"Hello."}'),
      }),
    ),
  ],
  completions: [
    inJson(completions, 'no usage', drop('/usage')),
    inJson(completions, 'usage that does not add up', edit('/usage/total_tokens', grow)),
    inJson(
      completions,
      'created in milliseconds',
      edit('/created', (value) => Number(value) * 1000),
    ),
    inJson(completions, 'an unknown finish_reason', set('/choices/0/finish_reason', 'eos')),
    inJson(
      completions,
      'a message in place of a text',
      all(drop('/choices/0/text'), set('/choices/0/message', { role: 'assistant', content: 'x' })),
    ),
    inJson(completions, 'an empty text', set('/choices/0/text', '')),
    inJson(completions, 'another object', set('/object', 'chat.completion')),
    inStream(completions, 'no [DONE]', withoutLast),
    inStream(completions, 'no usage in a stream', (frames) =>
      inFrames((data) => objectOf(data['usage']) !== undefined, drop('/usage'))(frames),
    ),
    inStream(
      completions,
      'other ids in a stream',
      inFrames((_, position) => position > 0, set('/id', 'other')),
    ),
    inStream(
      completions,
      'no finish_reason in a stream',
      inFrames(() => true, set('/choices/0/finish_reason', null)),
    ),
  ],
}
