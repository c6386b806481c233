import { describe, expect, test } from '@jest/globals'
import type { Finish } from './reply.js'
import { StreamCheck } from './stream-check.js'
import type { StreamPart } from './stream-part.js'

const at = (part: number) => ({ choice: 0, part })
const start = (part: number, id: string, kind: 'function' | 'custom' = 'function'): StreamPart => ({
  type: 'tool-call-start',
  ...at(part),
  id,
  name: 'f',
  kind,
})
const piece = (part: number, input: string): StreamPart => ({ type: 'tool-call-delta', ...at(part), input })
const end = (part: number): StreamPart => ({ type: 'tool-call-end', ...at(part) })
const over = (reason: Finish['reason']): StreamPart[] => [{ type: 'choice-end', choice: 0, finish: { reason } }, { type: 'reply-end' }]

function checked(parts: readonly StreamPart[]): StreamPart[] {
  const check = new StreamCheck()
  return parts.flatMap((part) => [...check.check([part])])
}

test('a valid stream is unchanged', () => {
  const parts = [start(0, 'a'), piece(0, '{"n":1}'), end(0), start(1, 'b', 'custom'), piece(1, '*** Patch'), end(1), ...over('tool-calls')]
  expect(checked(parts)).toEqual(parts)
})

test('tool calls with the same id get unique ids', () => {
  const ids = checked([start(0, 'a'), start(1, 'a'), start(2, 'a_2')]).map((part) => (part.type === 'tool-call-start' ? part.id : ''))
  expect(ids).toEqual(['a', 'a_2', 'a_2_2'])
})

describe('a tool call whose arguments are not a complete object', () => {
  const half = [start(0, 'a'), piece(0, '{"n":'), end(0)]

  test('is an error where the reply has a normal end', () => {
    expect(checked([...half, ...over('tool-calls')]).map(({ type }) => type)).toEqual(['tool-call-start', 'tool-call-delta', 'error'])
  })

  test.each<Finish['reason']>(['length', 'context-window', 'content-filter'])(
    'is marked as cut where the finish reason is %s',
    (reason) => {
      expect(checked([...half, ...over(reason)]).slice(2)).toEqual([{ ...end(0), cut: true }, ...over(reason)])
    },
  )

  test('is treated alike where it never ends', () => {
    expect(checked([start(0, 'a'), ...over('tool-calls')]).at(-1)).toMatchObject({ type: 'error' })
    expect(checked([start(0, 'a', 'custom'), ...over('length')])).toEqual([
      start(0, 'a', 'custom'),
      { ...end(0), cut: true },
      ...over('length'),
    ])
  })

  test('has no end where the stream breaks off', () => {
    const error: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }
    expect(checked([...half, error])).toEqual([start(0, 'a'), piece(0, '{"n":'), error])
  })

  test('is an error at the first piece that cannot be part of an object', () => {
    expect(checked([start(0, 'a'), piece(0, '{"n": hall'), piece(0, '}'), end(0), ...over('length')]).at(-1)).toMatchObject({
      type: 'error',
      error: { kind: 'upstream_invalid' },
    })
  })
})

test('only the last custom tool call of a reply that was cut is marked as cut', () => {
  const parts = [start(0, 'a', 'custom'), end(0), start(1, 'b', 'custom'), end(1), ...over('length')]
  expect(checked(parts).filter(({ type }) => type === 'tool-call-end')).toEqual([end(0), { ...end(1), cut: true }])
})

test('the finish reason `failed` is an error, sent after the usage', () => {
  const usage: StreamPart = { type: 'usage', usage: { inputTokens: 1 } }
  expect(checked([...over('failed').slice(0, 1), usage, { type: 'reply-end' }]).map(({ type }) => type)).toEqual(['usage', 'error'])
})

test('what follows the first object of arguments that are repeated is left out, and a rest that is held is sent', () => {
  expect(checked([start(0, 'a'), end(0), ...over('tool-calls')])).toEqual([start(0, 'a'), piece(0, '{}'), end(0), ...over('tool-calls')])
})

test('a custom tool call ends before what comes after it', () => {
  const text: StreamPart = { type: 'text-start', ...at(1) }
  expect(checked([start(0, 'a', 'custom'), end(0), text]).map(({ type }) => type)).toEqual([
    'tool-call-start',
    'tool-call-end',
    'text-start',
  ])
})
