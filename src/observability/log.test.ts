import { Log } from './log.js'

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
