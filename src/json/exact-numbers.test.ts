import { parseExactly, parseWire } from './exact-numbers.js'

const id = '2512292042121000001'

describe('numbers that binary64 cannot hold', () => {
  test.each([
    `{"id":${id}}`,
    `{"a":[1,{"b":[[],${id},-${id}]}],"c":"${id}"}`,
    `[0.12345678901234567891,1e+99999999999999999]`,
    id,
    `{"__proto__":${id},"a\\"b":${id}}`,
  ])('keep their digits: %s', (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text)
  })

  test('of thousands of digits are compared in no time, also with many zeros before the last one', () => {
    const startedAt = performance.now()
    parseExactly(`[${Array.from({ length: 500 }, () => `0.1${'0'.repeat(4000)}1`).join()}]`)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('stay plain numbers where no digit is lost', () => {
    const text = '{"a":1750000000.123,"b":0.30000000000000004,"c":100000000000000000000,"d":1.0000000000000000000,"e":0.0000000000000000}'
    expect(parseExactly(text)).toEqual(JSON.parse(text))
  })

  test('keep their digits in JSON of callers and models, but not in members of a dialect', () => {
    const wire = parseWire(`{"seed":${id},"tools":[{"parameters":{"properties":{"a":{"const":${id}}}}}],"input":${id}}`)
    expect(JSON.stringify(wire)).toContain(`{"const":${id}}`)
    expect(wire).toMatchObject({ seed: Number(id), input: Number(id) })
  })

  test('keep their digits in amounts of money of a usage object alone', () => {
    const amount = '0.00000012345678901234567'
    const text = `{"usage":{"cost":${amount}},"cost":${amount}}`
    expect(JSON.stringify(parseWire(text))).toBe(`{"usage":{"cost":${amount}},"cost":${String(Number(amount))}}`)
  })

  test('of a repeated member are those of the last', () => {
    expect(JSON.stringify(parseExactly(`{"a":${id},"a":[]}`))).toBe('{"a":[]}')
  })

  test('text that is not JSON is undefined', () => expect(parseExactly(`{"a":${id}`)).toBeUndefined())
})
