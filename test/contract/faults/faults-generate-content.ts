import { objectOf } from '../../../src/json/object.js'
import { all, drop, edit, inFirst, inFrames, set, without, type Edit, type Json } from './changes.js'
import { inAnswer, inJson, type Fault, type Heard } from './faulty-server.js'
import { faultsOfAnyError } from './faults-of-errors.js'
import { faultsAt, faultsOfAnyReply, withDone, withEventLines } from './faults-of-styles.js'

const path = /:(?:generateContent|streamGenerateContent)/
const { reply } = faultsAt(/:generateContent/)
const { stream, error } = faultsAt(path)

const first = '/candidates/0/content/parts/0'
const hasPart =
  (member: string) =>
  (body: unknown): boolean => {
    const [candidate] = [objectOf(body)?.['candidates']].flat()
    const [part] = [objectOf(objectOf(candidate)?.['content'])?.['parts']].flat()
    return objectOf(part)?.[member] !== undefined && objectOf(part)?.[member] !== ''
  }
const inCall =
  (change: Edit): Edit =>
  (body) =>
    hasPart('functionCall')(body) && change(body)
const isEnd = (data: Json): boolean => objectOf([data['candidates']].flat()[0])?.['finishReason'] !== undefined
const whole = (): boolean => true
const configured = ({ asked }: Heard): Json => objectOf(objectOf(asked['toolConfig'])?.['functionCallingConfig']) ?? {}
const isReply = ({ path: at, status }: Heard): boolean => /:generateContent/.test(at) && status === 200

export const generateContentFaults: readonly Fault[] = [
  reply('no usageMetadata', drop('/usageMetadata')),
  reply(
    'totalTokenCount is too large',
    edit('/usageMetadata/totalTokenCount', (total) => Number(total) + 1),
  ),
  reply('no totalTokenCount', drop('/usageMetadata/totalTokenCount')),
  reply('promptTokenCount is 0', set('/usageMetadata/promptTokenCount', 0)),
  reply('more cached tokens than prompt', set('/usageMetadata/cachedContentTokenCount', 100_000)),
  reply('thoughts that are not in the total', set('/usageMetadata/thoughtsTokenCount', 1000)),
  reply('usage with the names of another style', all(drop('/usageMetadata'), set('/usage', { prompt_tokens: 1 }))),
  reply('no responseId', drop('/responseId')),
  reply('an empty modelVersion', set('/modelVersion', '')),
  reply('no candidates', set('/candidates', [])),
  reply('no finishReason', drop('/candidates/0/finishReason')),
  reply('an unknown finishReason', set('/candidates/0/finishReason', 'DONE')),
  reply('a finishReason of another style', set('/candidates/0/finishReason', 'stop')),
  reply('the role of another style', set('/candidates/0/content/role', 'assistant')),
  reply('no parts', set('/candidates/0/content/parts', [])),
  reply('parts as text', set('/candidates/0/content/parts', 'Hello.')),
  reply('an index that is a text', set('/candidates/0/index', '0')),
  reply('arguments as a text', inCall(edit(`${first}/functionCall/args`, JSON.stringify))),
  reply('arguments without the required city', inCall(set(`${first}/functionCall/args`, {}))),
  reply('a call without name', inCall(drop(`${first}/functionCall/name`))),
  reply('a call of a tool that was not declared', inCall(set(`${first}/functionCall/name`, 'read_mail'))),
  reply(
    'the call in snake case',
    inCall((body) => edit(first, (part) => ({ function_call: objectOf(part)?.['functionCall'] }))(body)),
  ),
  {
    ...reply('a call of another tool than the named one', inCall(set(`${first}/functionCall/name`, 'read_weather'))),
    when: (heard) => isReply(heard) && configured(heard)['allowedFunctionNames'] !== undefined,
  },
  {
    ...reply('the tool configuration is ignored', inCall(set(first, { text: 'Hello.' }))),
    when: (heard) => isReply(heard) && configured(heard)['mode'] === 'ANY',
  },
  {
    ...reply('a call where the mode is NONE', set(first, { functionCall: { name: 'read_weather', args: { city: 'Paris' } } })),
    when: (heard) => isReply(heard) && configured(heard)['mode'] === 'NONE',
  },
  {
    ...reply('the limit of tokens ends as STOP', (body) => {
      const prompt = Number(objectOf(objectOf(body)?.['usageMetadata'])?.['promptTokenCount'])
      const counts = { promptTokenCount: prompt, candidatesTokenCount: 16, totalTokenCount: prompt + 16 }
      return all(set('/usageMetadata', counts), set('/candidates/0/finishReason', 'STOP'))(body)
    }),
    when: (heard) => isReply(heard) && objectOf(heard.asked['generationConfig'])?.['maxOutputTokens'] === 16,
  },
  {
    ...reply('more tokens than the limit', set('/usageMetadata/candidatesTokenCount', 17)),
    when: (heard) => isReply(heard) && objectOf(heard.asked['generationConfig'])?.['maxOutputTokens'] === 16,
  },
  ...faultsOfAnyReply(path),

  stream('[DONE] at the end', withDone),
  stream('event lines', withEventLines('message')),
  stream('no finishReason at the end', inFrames(isEnd, drop('/candidates/0/finishReason'))),
  stream('an unknown finishReason in a stream', inFrames(isEnd, set('/candidates/0/finishReason', 'DONE'))),
  stream('text behind the end', (frames) => {
    const text = frames.find(({ data }) => hasPart('text')(data))
    return text === undefined ? frames : [...frames, text]
  }),
  stream('no usageMetadata in a stream', inFrames(whole, drop('/usageMetadata'))),
  stream('no usageMetadata in the last chunk', (frames) => {
    const last = objectOf(frames.at(-1)?.data)
    const { usageMetadata, ...rest } = last ?? {}
    return usageMetadata === undefined
      ? frames
      : [
          { event: undefined, data: { ...objectOf(frames[0]?.data), usageMetadata } },
          ...frames.slice(1, -1),
          { event: undefined, data: rest },
        ]
  }),
  stream(
    'usage that does not add up in a stream',
    inFrames(
      whole,
      edit('/usageMetadata/totalTokenCount', (total) => Number(total) + 1),
    ),
  ),
  stream('no responseId in chunks', inFrames(whole, drop('/responseId'))),
  stream('the responseId changes', inFrames(isEnd, set('/responseId', 'other'))),
  stream('the modelVersion changes', inFrames(isEnd, set('/modelVersion', 'other'))),
  stream('the role of another style in chunks', inFirst(hasPart('text'), set('/candidates/0/content/role', 'assistant'))),
  stream(
    'no text in the chunks',
    without((data) => hasPart('text')(data) && !isEnd(data)),
  ),
  stream('arguments as a text in a stream', inFirst(hasPart('functionCall'), edit(`${first}/functionCall/args`, JSON.stringify))),
  stream(
    'a streamed call of a tool that was not declared',
    inFirst(hasPart('functionCall'), set(`${first}/functionCall/name`, 'read_mail')),
  ),
  stream('calls are not streamed', without(hasPart('functionCall'))),
  stream('a frame that is not JSON', (frames) => [...frames, { event: undefined, data: 'end' }]),
  stream('an error in the stream', (frames) => [
    ...frames,
    { event: undefined, data: { error: { code: 500, message: 'x', status: 'INTERNAL' } } },
  ]),
  inAnswer('an event stream without alt=sse', isArray, ({ headers, body }) => ({
    headers: { ...headers, 'content-type': 'text/event-stream' },
    body: Buffer.from((JSON.parse(body.toString('utf8')) as unknown[]).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')),
  })),
  inAnswer('one object in place of the array', isArray, ({ body }) => ({
    body: Buffer.from(JSON.stringify((JSON.parse(body.toString('utf8')) as unknown[])[0])),
  })),
  inAnswer('an array that is cut', isArray, ({ body }) => ({ body: body.subarray(0, -1) })),
  inAnswer('chunks without an array', isArray, ({ body }) => ({
    body: Buffer.from((JSON.parse(body.toString('utf8')) as unknown[]).map((chunk) => JSON.stringify(chunk)).join('\n')),
  })),

  ...faultsOfAnyError(path),
  error('the status name of another status for a missing token', 401, set('/error/status', 'INTERNAL')),
  error('the status name of another status for an unknown model', 404, set('/error/status', 'INVALID_ARGUMENT')),
  error('the status name in lower case', 400, set('/error/status', 'invalid_argument')),
  error('a code that is not the status', 400, set('/error/code', 500)),
  error('a code as a text', 400, set('/error/code', 'invalid_request')),
  error('no message', 400, drop('/error/message')),
  error('the error of chat completions', 400, set('/error', { message: 'x', type: 'invalid_request_error', param: null, code: null })),
]

function isArray({ path: at, status }: Heard): boolean {
  return at.endsWith(':streamGenerateContent') && status === 200
}

const counts = /:countTokens/
export const generateContentCountFaults: readonly Fault[] = [
  inJson(counts, 'a count of 0', set('/totalTokens', 0)),
  inJson(counts, 'the same count for every prompt', set('/totalTokens', 12)),
  inJson(counts, 'a count with another name', all(drop('/totalTokens'), set('/input_tokens', 12))),
]

/** Lists of models in the three formats. */
export const modelFaults: Readonly<Record<string, readonly Fault[]>> = {
  'chat-completions': [
    ...listFaults(/^\/v1\/models$/, '/data'),
    inJson(/^\/v1\/models$/, 'another object', set('/object', 'models')),
    inJson(
      /^\/v1\/models$/,
      'created in milliseconds',
      edit('/data/0/created', (value) => Number(value) * 1000),
    ),
    inJson(/^\/v1\/models$/, 'a list in another format', (body) => all(set('/models', objectOf(body)?.['data']), drop('/data'))(body)),
    inJson(/^\/v1\/models\//, 'another model than the requested one', set('/id', 'another')),
    inJson(/^\/v1\/models\//, 'the model without its object', drop('/object')),
    unknown(/^\/v1\/models\//, { id: 'no-such-model', object: 'model', created: 1_795_000_000, owned_by: 'x' }),
  ],
  messages: [
    ...listFaults(/^\/v1\/models$/, '/data'),
    inJson(/^\/v1\/models$/, 'another first_id', set('/first_id', 'another')),
    inJson(/^\/v1\/models$/, 'no last_id', set('/last_id', null)),
    inJson(/^\/v1\/models$/, 'has_more as a text', set('/has_more', 'false')),
    inJson(/^\/v1\/models$/, 'created_at as a number', set('/data/0/created_at', 1_795_000_000)),
    inJson(/^\/v1\/models\//, 'another model than the requested one', set('/id', 'another')),
    unknown(/^\/v1\/models\//, { type: 'model', id: 'no-such-model', display_name: 'x', created_at: '2026-11-18T10:26:40Z' }),
  ],
  'generate-content': [
    ...listFaults(/^\/v1beta\/models$/, '/models'),
    inJson(
      /^\/v1beta\/models$/,
      'a name without its prefix',
      edit('/models/0/name', (name) => String(name).replace('models/', '')),
    ),
    inJson(/^\/v1beta\/models\/[^:]*$/, 'another model than the requested one', set('/name', 'models/another')),
    unknown(/^\/v1beta\/models\/[^:]*$/, { name: 'models/no-such-model', version: '1' }),
  ],
}

function listFaults(path: RegExp, at: string): readonly Fault[] {
  return [
    inJson(path, 'an empty list of models', set(at, [])),
    inJson(path, 'a model twice in the list', (body) => {
      const list = objectOf(body)?.[at.slice(1)]
      return Array.isArray(list) && list.length > 0 && list.push(list[0]) > 0
    }),
    inJson(path, 'a model without name', all(set(`${at}/0/id`, ''), set(`${at}/0/name`, ''))),
    inAnswer(
      'the list as text/plain',
      ({ path: own, method }) => path.test(own) && method === 'GET',
      ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }),
    ),
  ]
}

function unknown(path: RegExp, model: object): Fault {
  return inAnswer(
    'a model that does not exist is found',
    ({ path: at, status, method }) => path.test(at) && method === 'GET' && status === 404,
    () => ({
      status: 200,
      body: Buffer.from(JSON.stringify(model)),
    }),
  )
}
