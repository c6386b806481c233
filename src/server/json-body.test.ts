import { RepeatedValues } from '../json/repeated-values.js'
import { JsonBody, readJson } from './json-body.js'
import { parseBody } from './parse-body.js'

const limits = { json_depth: 64, json_values: 1000, json_keys: 100 }

function bodyOf(characters: number): JsonBody {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', seed: 1, text: 'x'.repeat(characters) }).replace('1', '12345678901234567890'))
  return new JsonBody(bytes, parseBody(bytes, limits), limits)
}

test('a value that was let go is parsed again where it is read, with its exact numbers', () => {
  const body = bodyOf(20_000)
  const { json } = body
  expect(body.json).toBe(json)
  expect(body.dropJson()).toBe(true)
  expect(body.json).not.toBe(json)
  expect(body.json).toEqual(json)
})

test.each([
  ['short', 100],
  ['so large that parsing it would block other requests', 300_000],
])('the value of a body that is %s stays', (_, characters) => {
  const body = bodyOf(characters)
  const { json } = body
  expect(body.dropJson()).toBe(false)
  expect(body.json).toBe(json)
})

test('who changes the value gets one of which nothing is shared', () => {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', tools: [{ name: 'a', description: 'x'.repeat(20_000) }] }))
  const repeated = new RepeatedValues({ limitBytes: 1e6, leastBytes: 4096 })
  const read = (): JsonBody => readJson(bytes, limits, undefined, repeated, 'a')
  const toolOf = (json: object): unknown => (json as { readonly tools: readonly unknown[] }).tools[0]
  expect([read(), read()].map(({ repeats }) => repeats)).toEqual([false, false])
  const [body, another] = [read(), read()]
  expect(body.repeats).toBe(true)
  expect(toolOf(body.json)).toBe(toolOf(another.json))
  const { ownJson } = body
  expect(ownJson).toEqual(another.json)
  expect(toolOf(ownJson)).not.toBe(toolOf(another.json))
  expect(body.json).toBe(ownJson)
  expect(body.ownJson).toBe(ownJson)
})
