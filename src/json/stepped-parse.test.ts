import { parseWire } from './exact-numbers.js'
import { JsonProblem, SteppedParse } from './stepped-parse.js'

/** The value, or the offset of the problem. */
function parse(text: string, pieceLength = 8, longNumber = false): { readonly value: unknown } | { readonly at: number } {
  const steps = new SteppedParse(text, { pieceLength, longNumber })
  try {
    while (!steps.step());
    return { value: steps.value }
  } catch (problem) {
    if (problem instanceof JsonProblem) return { at: problem.at }
    throw problem
  }
}

const texts = [
  '{"model":"m-chat","messages":[{"role":"user","content":"a longer text than a piece"}],"n":1,"x":[[],{},[[[[[[[[1]]]]]]]]]}',
  ' [ 1 , -2.5e+10 , true , false , null , "" , [ ] , { } , { "a" : { "b" : [ "c" , { "d" : [ ] } ] } } ] ',
  String.raw`{"escapes \" \\ \/ \b":"\"\"\"\"\\\\\\\\\n\n\n\r\t\u00e9\u4f60\ud83d\ude42\\","\u0061 key with escapes":"\ud83d alone"}`,
  '{"é你🙂é你🙂":"🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂","__proto__":{"a":[1,2,3,4,5,6]},"constructor":1,"2":1,"1":2,"a":1,"a":[1,2,3,4,5,6]}',
  '"a text of its own"',
  '12345.678',
]

describe.each([6, 7, 8, 13, 64, 10_000])('with pieces of %i characters', (pieceLength) => {
  test.each(texts)('the value is that of JSON.parse: %s', (text) => {
    const parsed = parse(text, pieceLength)
    expect(parsed).toEqual({ value: JSON.parse(text) as unknown })
    expect(JSON.stringify('value' in parsed ? parsed.value : undefined)).toBe(JSON.stringify(JSON.parse(text)))
  })

  test('texts that differ from JSON in a character are refused where JSON.parse refuses them, and nowhere else', () => {
    for (const text of texts)
      for (let at = 0; at <= text.length; at++)
        for (const character of characters)
          for (const changed of [text.slice(0, at) + character + text.slice(at), text.slice(0, at) + character + text.slice(at + 1)])
            if (!agree(changed, pieceLength)) expect([changed, parse(changed, pieceLength)]).toEqual([changed, native(changed)])
  })
})

const characters = ['', '{', '}', '[', ']', '"', ',', ':', '\\', ' ', '0', '-', '.', 'e', 'E', 't', 'u', '\n', '\u0001', 'é']

function agree(text: string, pieceLength: number): boolean {
  const parsed = parse(text, pieceLength)
  const expected = native(text)
  if ('value' in parsed) return 'value' in expected && JSON.stringify(parsed.value) === JSON.stringify(expected.value)
  return 'at' in expected && (expected.at === undefined || expected.at === parsed.at)
}

/** Node does not say where, for some problems. */
function native(text: string): { readonly value: unknown } | { readonly at: number | undefined } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const [, at] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return { at: at === undefined ? undefined : Number(at) }
  }
}

test.each([
  ['{"a":[1,2,x', 10],
  ['{"a":"b","a longer key" 1}', 24],
  ['{"a":"a longer text \u0001"}', 20],
  [String.raw`{"a":"a longer text \x"}`, 21],
  [String.raw`{"a":"\u12"}`, 10],
  ['{"a":tru}', 8],
  ['{"a":1}}', 7],
  ['', 0],
  ['{"a":"a longer text', 19],
  ['{"a":[1', 7],
])('%s: the problem is at %i', (text, at) => {
  expect(parse(text)).toEqual({ at })
})

test('numbers keep their digits where a whole parse keeps them', () => {
  const long = '12345678901234567890'
  const text = `{"n":${long},"tools":[{"parameters":{"enum":[${long},1,{"deeper":[${long}]}],"x":${long}}}],"usage":{"cost":0.${long}}}`
  const whole = JSON.stringify(parseWire(text))
  for (const pieceLength of [8, 32, 64, 1000]) {
    const parsed = parse(text, pieceLength, true)
    expect(JSON.stringify('value' in parsed ? parsed.value : undefined)).toBe(whole)
  }
  expect(whole).toContain(`"deeper":[${long}]`)
})

test('a large list of short strings takes no longer in large pieces', () => {
  const text = `[${'"a",'.repeat(100_000)}0]`
  const time = (pieceLength: number): number => {
    const took = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      expect(parse(text, pieceLength)).toHaveProperty('value')
      return process.cpuUsage(before).user
    })
    return Math.min(...took)
  }
  expect(time(65_536)).toBeLessThan(3 * time(1024))
})
