import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isObject } from '../json/object.js'
import { RepeatedValues } from '../json/repeated-values.js'
import { ownTurn } from '../relay/own-turn.js'
import { readLargeJson, type JsonBody } from './json-body.js'
import { parseBody } from './parse-body.js'

const limits = { json_depth: 64, json_values: 500_000, json_keys: 100_000 }
const long = 'Use "quotes", \\ and\nlines. '.repeat(60)

function frozen(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) frozen(item)
  else if (isObject(value)) for (const member of Object.values(value)) frozen(member)
  Object.freeze(value)
}

function freezing(limitBytes = 1e9): RepeatedValues {
  return new RepeatedValues({ limitBytes, leastBytes: 4096, onKept: frozen })
}

const turn = (index: number, text = long): unknown => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: [{ type: 'text', text: `${index} ${text}` }],
})
const agent = (count: number, more: object = {}): string =>
  JSON.stringify({
    model: 'm',
    system: 'x'.repeat(100_000),
    messages: Array.from({ length: count }, (_, index) => turn(index)),
    tools: Array.from({ length: 9 }, (_, index) => ({ name: `tool${index}`, description: long })),
    ...more,
  })

const read = (repeated: RepeatedValues, body: string, owner = 'a'): Promise<JsonBody> =>
  readLargeJson(Buffer.from(body), limits, undefined, repeated, owner)

test('the history of a long session is parsed once', async () => {
  const repeated = freezing()
  const bodies: JsonBody[] = []
  for (const count of [300, 302, 304, 306]) {
    const text = agent(count)
    const body = await read(repeated, text)
    expect(body.json).toEqual(JSON.parse(text))
    bodies.push(body)
  }
  expect(bodies.map(({ repeats }) => repeats)).toEqual([false, false, true, true])
  const first = (body: JsonBody | undefined): unknown => (body?.json['messages'] as readonly unknown[])[0]
  expect(first(bodies[3])).toBe(first(bodies[2]))
  expect(first(bodies[1])).not.toBe(first(bodies[0]))
})

test.each<[string, string]>([
  ['as it came', agent(300)],
  ['white space in it', agent(300).replaceAll('},{', '}, {')],
  ['escapes in another spelling', agent(300).replaceAll('lines', '\\u006cines')],
  ['a text beyond ASCII', agent(300, { notes: '漢😀'.repeat(1500) })],
  ['a large new text', agent(300, { notes: 'new '.repeat(100_000) })],
  ['other items', agent(300, { messages: Array.from({ length: 300 }, (_, index) => turn(index, `other ${long}`)) })],
  ['a comma too many', agent(300).replace('},{', '},,{')],
  ['its end missing', agent(300).slice(0, -1)],
  ['a member twice', `${agent(300).slice(0, -1)},"tools":null}`],
  ['an own prototype', agent(300, { metadata: JSON.parse('{"__proto__":{"a":1}}') as object })],
  ['half a character', agent(300).replace('Use', '\\ud83d')],
  ['a number of many digits', agent(300, { messages: [{ input: 0.5 }] }).replace('0.5', '1'.repeat(20))],
  ['too many values', agent(300, { more: Array.from({ length: 500_000 }, () => 1) })],
])('the same with and without known values: %s', async (_, body) => {
  const repeated = freezing()
  for (let count = 0; count < 3; count++) await read(repeated, agent(300))
  const outcome = (run: () => unknown): unknown => Promise.resolve().then(run).catch(String)
  const plain = await outcome(() => parseBody(Buffer.from(body), limits))
  for (let count = 0; count < 4; count++) expect(await outcome(async () => (await read(repeated, body)).json)).toEqual(plain)
})

test('what is forgotten while a body is read is not remembered when it has been read', async () => {
  const repeated = freezing()
  for (let count = 0; count < 3; count++) await read(repeated, agent(300))
  /** Whether it was read within this many turns; if not, it was forgotten then. */
  const forgottenAfter = async (turns: number): Promise<boolean> => {
    const state = { isRead: false }
    const reading = read(repeated, agent(300 + turns, { notes: 'new '.repeat(100_000) })).then(() => {
      state.isRead = true
    })
    for (let count = 0; count < turns; count++) await ownTurn()
    const { isRead } = state
    if (!isRead) repeated.forget('a')
    await reading
    return !isRead
  }
  // In the first turn it has not begun.
  let turns = 2
  while (await forgottenAfter(turns)) {
    expect(repeated.bytes).toBe(0)
    turns++
  }
  expect(turns).toBeGreaterThan(3)
})

test('small values of large bodies take the memory of small ones', async () => {
  const repeated = freezing()
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const memory = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external
  const before = memory()
  for (let owner = 0; owner < 16; owner++)
    for (let count = 0; count < 2; count++) {
      const body = { model: 'm', notes: `${count}`.repeat(3_000_000), tools: ['y'.repeat(70_000), count] }
      await read(repeated, JSON.stringify(body), `owner${owner}`)
    }
  collectGarbage()
  // Of the notes both bytes are kept.
  expect(memory() - before).toBeLessThan(16 * (2 * 3_000_000 + 1_000_000))
  expect(repeated.bytes).toBeGreaterThan(16 * 2 * 3_000_000)
})

test('who changes the value of a large body gets one of which nothing is shared', async () => {
  const repeated = freezing()
  for (let count = 0; count < 2; count++) await read(repeated, agent(300))
  const [body, another] = [await read(repeated, agent(300)), await read(repeated, agent(300))]
  expect(body.json['messages']).toBe(another.json['messages'])
  const own = await body.ownJsonInTurns()
  expect(own).toEqual(another.json)
  expect(own['messages']).not.toBe(another.json['messages'])
  expect(await body.ownJsonInTurns()).toBe(own)
  expect(body.json).toBe(own)
})
