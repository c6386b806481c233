import { objectsOf, type JsonObject } from '../../json/object.js'
import type { Answered, Check } from '../check.js'
import type { Findings } from '../findings.js'
import { checkIndices, checkUsage } from '../usage.js'
import { decodedBase64, isNumbers, type Endpoint, type EndpointContext } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const path = '/v1/embeddings'
const texts = ['The pump is on.', 'The pump is off.', 'Paris is in France.']
const dimensions = 8

export const embeddings: Endpoint = {
  name: 'embeddings',
  use: 'embeddings',
  smallest: (model) => ({ path, body: { model, input: 'The pump is on.' } }),
  invalidBodies: [
    { name: 'no input', body: (model) => ({ model }) },
    { name: 'an input of a wrong type', body: (model) => ({ model, input: true }) },
  ],
  checks: (context) => [
    vectors(context, 'a vector for one text', { input: 'The pump is on.' }, 1),
    vectors(context, 'a vector for each of several texts, in their order', { input: texts }, texts.length),
    vectors(context, 'vectors as base64', { input: texts, encoding_format: 'base64' }, texts.length, 'base64'),
    vectors(context, 'vectors with the requested dimensions', { input: texts, dimensions }, texts.length, 'float', dimensions),
  ],
}

function vectors(
  context: EndpointContext,
  name: string,
  more: JsonObject,
  count: number,
  format: 'float' | 'base64' = 'float',
  size?: number,
): Check {
  return context.check(name, async (send) => {
    const answered = await send(context.request({ path, body: { model: context.model, encoding_format: 'float', ...more } }))
    if (answered !== undefined && context.fits(answered, 'EmbeddingList')) checkList(answered, count, format, size)
  })
}

function checkList({ find, body }: Answered, count: number, format: 'float' | 'base64', size: number | undefined): void {
  const data = objectsOf(body['data'])
  find.equals('/object', body['object'], 'list', 'the kind of object')
  find.filled('/model', body['model'], 'an answer names its model')
  find.require(
    data.length === count,
    '/data',
    counted(data.length, 'vector'),
    counted(count, 'vector'),
    'there is one vector for each input',
  )
  checkIndices(find, '/data', body['data'], 'vectors come in the order of the inputs')
  const sizes = data.map((entry, position) => sizeOf(find, `/data/${position}/embedding`, entry['embedding'], format))
  const wanted = size ?? sizes[0]
  sizes.forEach((length, position) => {
    if (length !== undefined && wanted !== undefined)
      find.equals(`/data/${position}/embedding`, length, wanted, 'all vectors have the same, or the requested, number of dimensions')
  })
  const different = new Set(data.map(({ embedding }) => JSON.stringify(embedding)))
  find.require(
    different.size === data.length,
    '/data',
    `${different.size} different vectors`,
    'different vectors',
    'the inputs are different',
  )
  checkUsage(find, '/usage', body['usage'], { addends: ['prompt_tokens'], total: 'total_tokens', parts: [], positive: ['prompt_tokens'] })
}

/** The number of dimensions; `undefined` where the vector is wrong. */
function sizeOf(find: Findings, at: string, vector: unknown, format: 'float' | 'base64'): number | undefined {
  if (format === 'float') {
    const right = isNumbers(vector) && vector.length > 0
    find.require(right, at, vector, 'a list of numbers', 'the request asks for encoding_format float')
    return right ? vector.length : undefined
  }
  const bytes = decodedBase64(vector)
  const right = bytes !== undefined && bytes.length % 4 === 0
  find.require(right, at, vector, 'base64 of 32-bit floats', 'the request asks for encoding_format base64')
  if (!right) return undefined
  const numbers = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
  find.require(
    isNumbers(numbers) && numbers.every((one) => Math.abs(one) < 1e6),
    at,
    vector,
    'little-endian floats',
    'clients decode it so',
  )
  return numbers.length
}
