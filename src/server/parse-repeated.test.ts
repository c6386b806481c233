import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { GatewayFailure } from '../exchange/error.js'
import { countValues } from '../json/count-values.js'
import { isObject } from '../json/object.js'
import { RepeatedValues } from '../json/repeated-values.js'
import { parseBody, type BodyLease } from './parse-body.js'
import { parseRepeated } from './parse-repeated.js'

const limits = { json_depth: 12, json_values: 4000, json_keys: 2000 }
const long = 'Use "quotes", \\ and\nlines. '.repeat(200)

function frozen(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) frozen(item)
  else if (isObject(value)) for (const member of Object.values(value)) frozen(member)
  Object.freeze(value)
}

function freezing(limitBytes = 1e9): RepeatedValues {
  return new RepeatedValues({ limitBytes, leastBytes: 4096, onKept: frozen })
}

/** What `run` returns, or the error that it throws. */
function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error
    throw thrown
  }
}

function plainly(body: string): unknown {
  return outcome(() => parseBody(Buffer.from(body), limits))
}

function read(repeated: RepeatedValues, body: string | Buffer, owner = 'a'): unknown {
  const bytes = Buffer.from(body)
  return outcome(() => parseRepeated(bytes, limits, undefined, repeated, owner)?.value ?? parseBody(bytes, limits))
}

const tools = Array.from({ length: 8 }, (_, index) => ({
  name: `tool${index}`,
  description: long.slice(0, 900 + index),
  input_schema: { type: 'object', properties: { value: { type: 'string', enum: ['a', 'b'], default: index } } },
}))
const turn = (index: number, text = long.slice(0, 700)): unknown => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: [{ type: 'text', text }],
})
const messages = (count: number): unknown[] => Array.from({ length: count }, (_, index) => turn(index))
const agent = (count: number, more: object = {}): string =>
  JSON.stringify({ model: 'm', messages: messages(count), system: [{ type: 'text', text: long }], tools, notes: long, ...more })

test('what comes the third time is not parsed again', () => {
  const repeated = freezing()
  const [first, second, third] = [agent(9), agent(11), agent(13)].map(
    (body) => parseRepeated(Buffer.from(body), limits, undefined, repeated, 'a')?.value,
  )
  expect([first, second, third]).toEqual([agent(9), agent(11), agent(13)].map((body) => JSON.parse(body) as unknown))
  expect(third?.['tools']).toBe(parseRepeated(Buffer.from(agent(5)), limits, undefined, repeated, 'a')?.value['tools'])
  expect((third?.['messages'] as unknown[])[8]).toBe((second?.['messages'] as unknown[])[8])
  expect((second?.['messages'] as unknown[])[8]).not.toBe((first?.['messages'] as unknown[])[8])
})

test('owners share nothing, and one can be forgotten', () => {
  const repeated = freezing()
  const toolsOf = (owner: string): unknown => parseRepeated(Buffer.from(agent(9)), limits, undefined, repeated, owner)?.value['tools']
  for (const owner of ['a', 'a', 'b', 'b']) toolsOf(owner)
  expect(toolsOf('a')).not.toBe(toolsOf('b'))
  const before = toolsOf('a')
  repeated.forget('b')
  expect([...repeated.owners]).toEqual(['a'])
  expect(toolsOf('a')).toBe(before)
  repeated.forget('a')
  expect(repeated.bytes).toBe(0)
})

test('memory is bounded: what was not used for the longest time goes', () => {
  const repeated = freezing(200_000)
  for (let owner = 0; owner < 50; owner++)
    for (let count = 5; count < 20; count += 2) {
      read(repeated, agent(count), `owner${owner}`)
      expect(repeated.bytes).toBeLessThanOrEqual(200_000)
    }
  expect([...repeated.owners].at(-1)).toBe('owner49')
  expect([...repeated.owners]).not.toContain('owner0')
})

test('a list that differs in its first items takes the memory of its bytes only', () => {
  const repeated = freezing()
  const wide = { ...limits, json_values: 1e6 }
  // The end of the second item differs, after the bytes that must be the same.
  const list = (mark: string): Buffer =>
    Buffer.from(JSON.stringify({ messages: ['x'.repeat(4000), 'y'.repeat(200) + mark, ...Array.from({ length: 50_000 }, () => [])] }))
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let owner = 0; owner < 20; owner++)
    for (const mark of ['a', 'b']) parseRepeated(list(mark), wide, undefined, repeated, `owner${owner}`)
  collectGarbage()
  expect([...repeated.owners]).toHaveLength(20)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 * 1024 * 1024)
})

test('numbers that must keep their digits are read with their body', () => {
  const repeated = freezing()
  const body = agent(9, { tools: [...tools, { name: 'long', input_schema: { const: 0 } }] }).replace(
    '"const":0',
    '"const":12345678901234567890',
  )
  for (let count = 0; count < 4; count++) expect(JSON.stringify(read(repeated, body))).toBe(body)
})

test('numbers of many digits that parsing keeps, as in schemas of agents, are read once', () => {
  const repeated = freezing()
  const bounds = { type: 'integer', minimum: -9007199254740991, maximum: Number.MAX_SAFE_INTEGER, default: 0.30000000000000004 }
  const body = agent(9, { tools: [...tools, { name: 'bounds', input_schema: bounds }] })
  for (let count = 0; count < 2; count++) read(repeated, body)
  const again = parseRepeated(Buffer.from(body), limits, undefined, repeated, 'a')
  expect(again?.repeats).toBe(true)
  expect(again?.value).toEqual(JSON.parse(body))
})

/** The memory that is taken, and given back, step by step; none is no step. */
function steps(parse: (lease: BodyLease) => unknown): number[] {
  const taken: number[] = []
  const hold = (more: number): void => {
    if (more !== 0) taken.push(more)
  }
  const free = (less: number): void => {
    hold(-less)
  }
  outcome(() => parse({ hold, free, isOfCompressed: false }))
  return taken
}

test.each<[string, (count: number) => string]>([
  ['ASCII', agent],
  ['a text beyond it', (count) => agent(count, { notes: '漢😀'.repeat(1500) })],
  ['a list beyond it', (count) => agent(count, { messages: messages(count).map((_, index) => turn(index, '漢字'.repeat(400))) })],
  ['all beyond it but what is known', (count) => agent(count, { other: '漢é'.repeat(500 + count) })],
])('known values take the memory of parsed ones, before the body is parsed: %s', (_, body) => {
  const repeated = freezing()
  for (let round = 0; round < 3; round++) read(repeated, body(9))
  for (const count of [4, 9, 13]) {
    const bytes = Buffer.from(body(count))
    expect(parseRepeated(bytes, limits, undefined, repeated, 'a')?.repeats).toBe(true)
    const plain = steps((lease) => parseBody(bytes, limits, lease))
    expect(plain).toHaveLength(1)
    expect(steps((lease) => parseRepeated(bytes, limits, lease, repeated, 'a'))).toEqual(plain)
    const broken = bytes.subarray(0, -1)
    const [held = 0] = steps((lease) => parseBody(broken, limits, lease))
    expect(steps((lease) => parseRepeated(broken, limits, lease, repeated, 'a'))).toEqual([held, -held])
  }
})

test('what a session of an agent repeats is found, with a mark that moves to its last message', () => {
  const repeated = freezing()
  const marked = (count: number): string => {
    const last = { role: 'user', content: [{ type: 'text', text: long.slice(0, 700), cache_control: { type: 'ephemeral' } }] }
    return agent(count, { messages: [...messages(count - 1), last] })
  }
  const shares = [9, 11, 13, 15, 17].map((count) => {
    const bytes = Buffer.from(marked(count))
    const reading = repeated.read('a', bytes, limits.json_depth)
    countValues(bytes.toString('latin1'), { depth: 12, values: 1e6, keys: 1e6 }, { key: () => undefined, skip: reading.skip.bind(reading) })
    parseRepeated(bytes, limits, undefined, repeated, 'a')
    return reading.omittedLength / bytes.length
  })
  expect(shares.slice(0, 2)).toEqual([0, 0])
  for (const share of shares.slice(2)) expect(share).toBeGreaterThan(0.75)
})

test('remembering a short body takes no step for what was seen of a long one', () => {
  const repeated = freezing()
  const wide = { ...limits, json_values: 1e6 }
  const stepsOf = (list: string): number => {
    const bytes = Buffer.from(`{"messages":${list}}`)
    const reading = repeated.read('a', bytes, wide.json_depth)
    countValues(bytes.toString('latin1'), { depth: 12, values: 1e6, keys: 1e6 }, { key: () => undefined, skip: reading.skip.bind(reading) })
    const steps = reading.remember(JSON.parse(bytes.toString()) as Record<string, unknown>)
    let count = 0
    while (steps.next().done !== true) count++
    return count
  }
  const beginning = `["${'x'.repeat(5000)}","${'y'.repeat(9000)}`
  stepsOf(`${beginning}",${'[],'.repeat(100_000)}[]]`)
  expect(stepsOf(`${beginning} other"]`)).toBe(0)
})

const members = (count: number): Buffer =>
  Buffer.from(JSON.stringify({ model: 'm', ...Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`k${index}`, 1])) }))

test('a body of many members is read plainly, from some number on', () => {
  expect(parseRepeated(members(1000), limits, undefined, freezing(), 'a')?.value).toEqual(plainly(members(1000).toString()))
  expect(parseRepeated(members(1001), limits, undefined, freezing(), 'a')).toBeUndefined()
})

test('looking for known members takes a time that grows with their number, not its square', () => {
  const many = members(30_000)
  const wide = { json_depth: 12, json_values: 1e6, json_keys: 1e6 }
  const quickest = (run: () => unknown): number => {
    const took = [1, 2, 3].map(() => {
      const { user } = process.cpuUsage()
      run()
      return process.cpuUsage({ user, system: 0 }).user
    })
    return Math.min(...took)
  }
  const plain = quickest(() => parseBody(many, wide))
  const known = freezing()
  expect(quickest(() => parseRepeated(many, wide, undefined, known, 'a'))).toBeLessThan(plain * 4 + 20_000)
})

test('another depth: nothing is known any more', () => {
  const repeated = freezing()
  for (let count = 0; count < 3; count++) read(repeated, agent(9))
  const bytes = Buffer.from(agent(9))
  expect(outcome(() => parseRepeated(bytes, { ...limits, json_depth: 4 }, undefined, repeated, 'a') ?? 'refused')).toBe('refused')
})

const text = agent(9)
const at = text.indexOf('"tools":') + '"tools":'.length
const end = text.indexOf(',"notes"')
const last = text.length - 1
const listAt = text.indexOf('"messages":') + '"messages":'.length

test.each<[string, string]>([
  ['a character after a known value', `${text.slice(0, end)}5${text.slice(end)}`],
  ['a fraction after it', `${text.slice(0, end)}.5${text.slice(end)}`],
  ['an exponent after it', `${text.slice(0, end)}e5${text.slice(end)}`],
  ['a digit after a known text', `${text.slice(0, last)}5}`],
  ['a fraction after a known text', `${text.slice(0, last)}.5}`],
  ['an exponent after a known text', `${text.slice(0, last)}e5}`],
  ['a known text twice, once other', `${text.slice(0, last)},"notes":"other"}`],
  ['a known text twice, first other', `{"notes":"other",${text.slice(1)}`],
  ['a known text twice, once null', `${text.slice(0, last)},"notes":null}`],
  ['a known text that goes on', `${text.slice(0, last - 1)}\\""}`],
  ['a known text that is cut', `${text.slice(0, last - 3)}"}`],
  ['a sign before it', `${text.slice(0, at)}-${text.slice(at)}`],
  ['a comma too many in it', `${text.slice(0, end - 1)},]${text.slice(end)}`],
  ['no colon', `${text.slice(0, at - 1)} ${text.slice(at)}`],
  ['white space around it', `${text.slice(0, at)} \n${text.slice(at, end)}\t ${text.slice(end)}`],
  ['white space in it', `${text.slice(0, at + 1)} ${text.slice(at + 1)}`],
  ['the same member again', `${text.slice(0, -1)},"tools":null}`],
  ['the same member again, with escapes', `${text.slice(0, -1)},"to\\u006fls":[1]}`],
  ['another value before it', `{"tools":null,${text.slice(1)}`],
  ['the same key deeper down', `{"metadata":${text},${text.slice(1)}`],
  ['the same value under another key', text.replace('"tools"', '"other"')],
  ['a deciding member twice', `{"model":"a",${text.slice(1)}`],
  ['a deciding member in another case', `{"Model":"a",${text.slice(1)}`],
  ['a deciding member in other letters', `{"\u017ftream":true,${text.slice(1)}`],
  ['an own prototype', `{"__proto__":${text.slice(at, end)},${text.slice(1)}`],
  ['letters beyond ASCII', text.replace('"model":"m"', '"model":"ä€😀"')],
  ['no UTF-8', text.replace('"model":"m"', '"model":"\ud800"')],
  ['a byte order mark', `\ufeff${text}`],
  ['a list', `[${text}]`],
  ['its end missing', text.slice(0, -1)],
  ['more after its end', `${text}}`],
  ['the first items only', agent(4)],
  ['other items after them', agent(9, { messages: [...messages(4), turn(5, 'other')] })],
  ['an empty list', agent(0)],
  ['more depth than allowed', agent(9, { messages: [...messages(8), JSON.parse('['.repeat(16) + ']'.repeat(16))] })],
  ['more values than allowed', agent(9, { messages: [...messages(9), ...Array.from({ length: 4000 }, () => 1)] })],
  ['just too many values with those that are known', agent(9, { more: Array.from({ length: 3900 }, () => 1) })],
  ['more members than allowed', agent(9, { more: Array.from({ length: 1990 }, () => ({ a: 1 })) })],
  [
    'a number that must keep its digits, after known items',
    agent(9, { messages: [...messages(9), { input: 0.5 }] }).replace('0.5', '1'.repeat(20)),
  ],
  ['the same number in a text', agent(9, { messages: [...messages(9), turn(9, '1'.repeat(20))] })],
  ['an infinite number', `{"a":1e999,${text.slice(1)}`],
  ['a number in another spelling', text.replaceAll('"default":1}', '"default":1.0}')],
  ['a number with an exponent', text.replaceAll('"default":1}', '"default":1e0}')],
  ['a negative zero', text.replaceAll('"default":0}', '"default":-0}')],
  ['a key twice in an item', text.replaceAll('"role":"user",', '"role":"user","role":"assistant",')],
  ['an own prototype in an item', text.replaceAll('"role":"user",', '"role":"user","__proto__":{"a":1},')],
  ['half a character in an item', text.replaceAll('"role":"user",', '"role":"user","name":"\\ud83d",')],
  ['another half of it', text.replaceAll('"role":"user",', '"role":"user","name":"\\ud83c",')],
  ['a key with an escape in an item', text.replaceAll('"role":"user",', '"r\\u006fle":"user",')],
  ['a first item cut in two', `${text.slice(0, listAt)}[[${text.slice(listAt + 1)}`],
])('the same with and without known values: %s', (_, body) => {
  const repeated = freezing()
  for (let count = 0; count < 3; count++) read(repeated, text)
  for (let count = 0; count < 4; count++) expect(read(repeated, body)).toEqual(plainly(body))
  expect(read(repeated, text)).toEqual(plainly(text))
})

test('the same with and without known values: whatever is changed', () => {
  const random = generator(7)
  const bodies = [
    agent(3),
    agent(9),
    agent(12, { system: long }),
    agent(9, { metadata: { ü: 'ö' } }),
    agent(20, { tools: tools.slice(0, 5) }),
  ]
  const repeated = freezing()
  const pieces = ['"', '\\', '[', ']', '{', '}', ',', ':', '0', '-', '.', 'e', ' ', 'null', '\u00e4', '"tools":', '"messages":[', '']
  for (let round = 0; round < 600; round++) {
    const chosen = bodies[random(bodies.length)] ?? ''
    let body = chosen
    for (let changes = random(3); changes > 0; changes--) {
      const from = random(body.length)
      body = body.slice(0, from) + (pieces[random(pieces.length)] ?? '') + body.slice(from + random(3))
    }
    expect(read(repeated, body)).toEqual(plainly(body))
  }
})

/** Numbers below `most`, the same each time. */
function generator(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}
