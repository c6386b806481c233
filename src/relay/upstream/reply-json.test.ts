import { parseReply } from './reply-json.js'

const padding = ' '.repeat(5_000_000)
const distinct = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

test('a small reply is there at once, a large one later, with the same value', async () => {
  const text = '{"a":[1,"é",{"arguments":12345678901234567890}]}'
  const small = parseReply(Buffer.from(text))
  const large = parseReply(Buffer.from(text + padding))
  expect(small).not.toBeInstanceOf(Promise)
  expect(large).toBeInstanceOf(Promise)
  expect(JSON.stringify(await large)).toBe(JSON.stringify(small))
})

test.each([
  ['lists', Buffer.from(`[1]`), [1]],
  ['a byte order mark', Buffer.from('\ufeff{"a":1}'), undefined],
  ['a text', Buffer.from('"a"'), undefined],
  ['cut off', Buffer.from('{"a":'), undefined],
  ['not UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]), undefined],
  ['a page', Buffer.from('<html>'), undefined],
  ['a replacement character that the provider sent', Buffer.from('{"a":"\ufffd"}'), { a: '\ufffd' }],
])('%s, large and small', async (_, body, value) => {
  expect(await parseReply(body)).toEqual(value)
  expect(await parseReply(Buffer.concat([body, Buffer.from(padding)]))).toEqual(value)
})

test('many values of a short text are parsed in turns too, and too many not at all', async () => {
  const many = parseReply(Buffer.from(distinct(50_000)))
  expect(many).toBeInstanceOf(Promise)
  expect(Object.keys((await many) ?? {})).toHaveLength(50_000)
  expect(await parseReply(Buffer.from(distinct(250_000)))).toBeUndefined()
  expect(await parseReply(Buffer.from(`[${'{},'.repeat(1_000_001)}0]`))).toBeUndefined()
})

test('a batch of vectors may hold more values than a conversation', async () => {
  const numbers = Buffer.from(`[${'0,'.repeat(2_100_000)}0]`)
  expect(await parseReply(numbers, 'plain')).toHaveLength(2_100_001)
  expect(await parseReply(numbers)).toBeUndefined()
})
