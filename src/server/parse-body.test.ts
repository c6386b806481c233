import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { parseBody } from './parse-body.js'

const limits = { json_depth: 64, json_values: 1000, json_keys: 100 }

function refusalOf(body: string | Buffer): Pick<GatewayError, 'message' | 'param'> {
  try {
    parseBody(Buffer.from(body), limits)
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error
    throw thrown
  }
  throw new Error('the body was taken')
}

test.each<[string, string, string]>([
  ['another case of a name', '{"model":"m-chat","Model":"secret"}', '/Model'],
  ['alone too', '{"MODEL":"secret"}', '/MODEL'],
  ['written with escapes', '{"model":"m-chat","\\u004dodel":"secret"}', '/Model'],
  ['letters that fold to ASCII', '{"ſtream":true}', '/ſtream'],
  ['the Kelvin sign', '{"max_to\u212aens":1}', '/max_to\u212aens'],
  ['a name twice', '{"model":"a","x":1,"model":"b"}', '/model'],
  ['twice, once with escapes', '{"model":"a","mod\\u0065l":"b"}', '/model'],
  ['names with capitals of their own', '{"generationconfig":{}}', '/generationconfig'],
])('refused: %s', (_, body, param) => {
  expect(refusalOf(body).param).toBe(param)
})

test.each([
  ['the same name deeper down', '{"model":"a","metadata":{"model":"b","Model":"c"}}'],
  ['the same word as a value', '{"model":"model","user":"Model"}'],
  ['names that mean nothing to the gateway', '{"User":1,"user":2,"user":3}'],
  ['a name with capitals as it is', '{"generationConfig":{}}'],
])('taken: %s', (_, body) => {
  expect(parseBody(Buffer.from(body), limits)).toEqual(JSON.parse(body))
})

test('what is too much is counted before it is parsed, and named', () => {
  expect(refusalOf(`{"a":${'['.repeat(1_000_000)}`)).toMatchObject({
    message: expect.stringContaining('deeper than 64 levels') as string,
    param: `/a${'/0'.repeat(63)}`,
  })
  expect(refusalOf(`{"a":[${'{},'.repeat(100_000)}`)).toMatchObject({
    message: expect.stringContaining('more than 1000 values') as string,
    param: '/a/499',
  })
  expect(refusalOf(`{${Array.from({ length: 200 }, (_, index) => `"k${index}":0`).join(',')}}`)).toMatchObject({
    message: expect.stringContaining('more than 100 members') as string,
  })
})

test.each([
  ['400 digits', `{"a":1,"max_tokens":${'9'.repeat(400)},"b":2}`, '/max_tokens'],
  ['309 digits', `{"max_tokens":${'9'.repeat(309)}}`, '/max_tokens'],
  ['an exponent, deeper down', '{"a":{"temperature":[true, -1e309 ]}}', '/a/temperature/1'],
  ['the smallest one', '{"seed":2e308}', '/seed'],
  ['a capital E', '{"seed":1.8E+308,"x":1}', '/seed'],
])('a number that is too large is named: %s', (_, body, param) => {
  expect(refusalOf(body)).toMatchObject({ param, message: `expected a number below 1.8e308 at ${param}` })
})

test.each([
  '{"a":1.7e308}',
  '{"a":1e-400}',
  `{"a":${'9'.repeat(308)}.5}`,
  '{"a":"1e999","b":false,"e":true}',
  `{"a":"${'9'.repeat(400)}"}`,
])('taken: %s', (body) => {
  expect(Object.keys(parseBody(Buffer.from(body), limits))).toContain('a')
})

test('text beyond ASCII, with and without a byte order mark', () => {
  expect(parseBody(Buffer.from('\ufeff{"a":"é你🙂"}'), limits)).toEqual({ a: 'é你🙂' })
  expect(refusalOf(Buffer.from([0x7b, 0xff, 0x7d])).message).toBe('The body is not valid UTF-8.')
})
