import { events, faults } from '../fixtures/context.js'
import { responsesDialect, ResponsesStreamTap } from '../index.js'

const frame = (data: Record<string, unknown>, named = true) => ({
  ...(named ? { event: String(data['type']) } : {}),
  data: JSON.stringify(data),
})
const created = {
  type: 'response.created',
  response: { id: 'resp_1', object: 'response', created_at: 1, model: 'up', output: [], usage: null },
  sequence_number: 0,
}
const delta = { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'héé"', sequence_number: 1 }
const completed = {
  type: 'response.completed',
  response: { id: 'resp_1', usage: { input_tokens: 0, output_tokens: 7, total_tokens: 7 } },
  sequence_number: 2,
}

describe.each([true, false])('a relayed stream with event lines: %s', (named) => {
  it('has its id, its content, its usage and its end', () => {
    const tap = new ResponsesStreamTap()
    expect([created, delta, { type: 'codex.rate_limits' }].map((data) => tap.push(frame(data, named)).type)).toEqual([
      'other',
      'content',
      'other',
    ])
    expect(tap).toMatchObject({ replyId: 'resp_1', finished: false, usage: undefined })
    expect(tap.contentBytes).toBeGreaterThanOrEqual(6)
    expect(tap.push(frame(completed, named)).type).toBe('other')
    expect(tap).toMatchObject({ finished: true, usage: { inputTokens: 0, outputTokens: 7 } })
  })

  it.each([
    {
      type: 'response.failed',
      response: { id: 'resp_1', error: { code: 'server_error', message: 'words' }, usage: { input_tokens: 3, output_tokens: 1 } },
    },
    { type: 'error', message: 'words', code: 'x' },
  ])('has the error of $type', (data) => {
    const tap = new ResponsesStreamTap()
    expect(tap.push(frame(data, named))).toMatchObject({ type: 'error', error: { kind: 'upstream_invalid', message: 'words' } })
    expect(tap.finished).toBe(false)
  })
})

it('does not count `added` events as content, so that another provider may still answer', () => {
  const tap = new ResponsesStreamTap()
  expect(tap.push(frame({ type: 'response.output_item.added', item: {} })).type).toBe('other')
  expect(tap.push(frame({ type: 'response.content_part.added', part: {} })).type).toBe('other')
  expect(tap.push({ data: '' }).type).toBe('ping')
})

it('writes an error with the id of the response and the next sequence numbers', () => {
  const tap = new ResponsesStreamTap()
  tap.push(frame(created))
  tap.push(frame(delta))
  const frames = events(tap.failure({ kind: 'upstream_disconnected', message: 'Gone.' }))
  expect(frames).toMatchObject([
    { type: 'response.failed', sequence_number: 2, response: { id: 'resp_1', model: 'up', status: 'failed', error: { message: 'Gone.' } } },
    { type: 'error', sequence_number: 3, message: 'Gone.', error: { message: 'Gone.' } },
  ])
  for (const event of frames) expect(faults('ResponsesStreamEvent', event)).toEqual([])
})

describe('a relayed reply', () => {
  it('gets the second set of usage names, and is otherwise unchanged', () => {
    const body = Buffer.from('{"id":"r","usage":{"input_tokens":5,"output_tokens":2,"total_tokens":7},"x":1.0}')
    const text = responsesDialect.relayedReply?.({}, body)?.toString() ?? ''
    expect(text).toMatch(/^\{"id":"r","usage":\{.*"prompt_tokens":5.*\},"x":1\.0\}$/)
  })

  it('and its events are unchanged without usage', () => {
    expect(responsesDialect.relayedReply?.({}, Buffer.from('{"id":"r","usage":null}'))).toBeUndefined()
    expect(responsesDialect.relayedEvent?.(JSON.stringify(delta))).toBeUndefined()
    expect(responsesDialect.relayedEvent?.(JSON.stringify(created))).toBeUndefined()
    expect(responsesDialect.relayedEvent?.(JSON.stringify(completed))).toContain('"prompt_tokens":0')
  })
})

it('reads usage of a plain reply', () => {
  expect(responsesDialect.readUsage({ usage: { input_tokens: 1, output_tokens: 2 } })).toEqual({ inputTokens: 1, outputTokens: 2 })
  expect(responsesDialect.readUsage('x')).toBeUndefined()
})
