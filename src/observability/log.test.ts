import { jest } from '@jest/globals'
import { Log, type LogOutput } from './log.js'

test('a line is one JSON object with all that was given, whatever is in it', () => {
  const written: string[] = []
  const log = new Log({ write: (bytes) => written.push(bytes.toString()) }, () => Date.UTC(2026, 10, 28, 1, 2, 3, 4))
  const fields = {
    text: 'plain',
    quoted: 'a "b" \\ \n \u2028 é 🙂 \u0007',
    number: 1.5,
    none: undefined,
    list: [{ a: null }],
    yes: true,
    infinite: Infinity,
  }
  log.info('hello', fields)
  log.error('again')
  expect(written).toEqual([])
  log.flush()
  expect(
    written
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { time: '2026-11-28T01:02:03.004Z', level: 'info', message: 'hello', ...JSON.parse(JSON.stringify(fields)) },
    { time: '2026-11-28T01:02:03.004Z', level: 'error', message: 'again' },
  ])
})

function logTo(output: Partial<LogOutput> = {}, clean?: (text: string) => string): { log: Log; lines: () => Record<string, unknown>[] } {
  const written: Buffer[] = []
  const log = new Log(Object.assign(output, { write: (bytes: Buffer) => written.push(bytes) }), () => 0, clean)
  return {
    log,
    lines: () => {
      log.flush()
      const text = Buffer.concat(written).toString()
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line): Record<string, unknown> => JSON.parse(line))
    },
  }
}

test.each([
  ['a long text', 'a'.repeat(5_000_000)],
  ['characters of three bytes', '漢'.repeat(2000)],
  ['characters of four bytes', '🙂'.repeat(2000)],
  ['a bound within a character', `${'a'.repeat(1018)}🙂🙂🙂`],
  ['a list of many', Array.from({ length: 5000 }, (_, at) => ({ pointer: `/a/${at}`, kind: 'dropped' }))],
  ['a list of one that is long', ['a'.repeat(5000)]],
  ['an object', { a: 'b'.repeat(5000) }],
])('%s is cut to a kibibyte', (_, value) => {
  const { log, lines } = logTo()
  log.info('x', { value, after: 1 })
  const [line] = lines()
  expect(line).toMatchObject({ after: 1 })
  const text = typeof line?.['value'] === 'string' ? line['value'] : JSON.stringify(line?.['value'])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024)
  if (!Array.isArray(value) || value.length > 1) expect(Buffer.byteLength(text)).toBeGreaterThan(900)
  expect(text).not.toContain('\ufffd')
  if (!Array.isArray(value)) expect(text).toMatch(/…$/)
})

test('just a kibibyte passes whole', () => {
  const { log, lines } = logTo()
  log.info('x', { value: 'a'.repeat(1024), wide: 'é'.repeat(512) })
  expect(lines()).toMatchObject([{ value: 'a'.repeat(1024), wide: 'é'.repeat(512) }])
})

test('lines are dropped while the reader is behind, and counted in a later line', () => {
  jest.useFakeTimers()
  try {
    const output = { writableLength: 0 }
    const { log, lines } = logTo(output)
    log.info('first')
    expect(lines()).toHaveLength(1)
    output.writableLength = 2 * 1024 * 1024
    for (let count = 0; count < 5000; count++) log.info('lost', { text: 'a'.repeat(500) })
    jest.advanceTimersByTime(3000)
    expect(lines()).toHaveLength(1)
    output.writableLength = 0
    jest.advanceTimersByTime(1000)
    expect(lines().slice(1)).toMatchObject([{ level: 'warn', dropped: 5000 }])
    log.info('second')
    expect(
      lines()
        .map(({ message }) => message)
        .at(-1),
    ).toBe('second')
  } finally {
    jest.useRealTimers()
  }
})

test('what failures say is cleaned', () => {
  const { log, lines } = logTo({}, (text) => text.replaceAll('secret', '[removed]'))
  log.info('request', { model: 'secret', error_message: 'a secret' })
  log.error('no secret', { stack: 'at secret' })
  expect(lines()).toMatchObject([
    { model: 'secret', error_message: 'a [removed]' },
    { message: 'no [removed]', stack: 'at [removed]' },
  ])
})

test('a pretty line shows a person what a JSON line says, without control characters', () => {
  const written: string[] = []
  const log = new Log({ write: (bytes) => written.push(bytes.toString()) }, () => 0, undefined, 'pretty')
  log.info('request', { method: 'POST', status: 200, model: 'a\u001b[31mb', none: undefined })
  log.flush()
  // eslint-disable-next-line no-control-regex
  const plain = written.join('').replaceAll(/\u001b\[\d+m/g, '')
  expect(plain.slice(9)).toBe('info  request method=POST status=200 model="a\\u001b[31mb"\n')
})

test('a list that is too long loses its last items, and says how many it had', () => {
  const written: string[] = []
  const log = new Log({ write: (bytes) => written.push(bytes.toString()) }, () => 0)
  log.info('request', { losses: Array.from({ length: 100 }, (_, index) => ({ at: `/messages/${index}`, action: 'dropped' })) })
  log.flush()
  const line = JSON.parse(written.join(''))
  expect(line.losses_total).toBe(100)
  expect(line.losses.length).toBeGreaterThan(10)
  for (const loss of line.losses) expect(loss).toMatchObject({ at: expect.any(String), action: 'dropped' })
})
