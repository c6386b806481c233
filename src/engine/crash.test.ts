import { crashLine } from './crash.js'

const at = { process: 7, now: new Date(0) }

test('a crash says what was thrown and where, and nothing of what it says', () => {
  const thrown = Object.assign(new TypeError('sk-secret\n    at sk-other (prompt)'), {
    code: 'ERR_X',
    headers: { authorization: 'sk-third' },
  })
  const line = crashLine(thrown, at)
  expect(line).toMatchObject({ time: '1970-01-01T00:00:00.000Z', level: 'error', error: 'TypeError', code: 'ERR_X' })
  expect(line.stack[0]).toContain('crash.test')
  expect(JSON.stringify(line)).not.toMatch(/sk-|prompt/)
})

test.each([
  ['a text', 'sk-secret', 'string'],
  ['nothing', undefined, 'undefined'],
  ['an error without a stack', Object.assign(new Error('sk-secret'), { stack: undefined }), 'Error'],
  ['an error whose stack lacks its message', Object.assign(new Error('sk-secret'), { stack: 'at sk-other' }), 'Error'],
  ['a code that is none', Object.assign(new Error('x'), { stack: '', code: 'sk-secret' }), 'Error'],
])('%s', (_, thrown, error) => {
  expect(crashLine(thrown, at)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    message: 'the process ends: a failure was not caught',
    process: 7,
    error,
    stack: [],
  })
})
