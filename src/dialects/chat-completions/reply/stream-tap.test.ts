import { ChatStreamTap } from './stream-tap.js'

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}): string =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }], ...more })

function tap(...data: string[]): { tap: ChatStreamTap; sights: string[] } {
  const made = new ChatStreamTap()
  return { tap: made, sights: data.map((each) => made.push({ data: each }).type) }
}

describe('the tap of a relayed stream', () => {
  test('has content, its size, the end and the usage', () => {
    const seen = tap(
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'hm' }),
      chunk({ content: 'é' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }),
      '[DONE]',
    )
    expect(seen.sights).toEqual(['other', 'content', 'content', 'content', 'other', 'other', 'other'])
    expect(seen.tap.contentBytes).toBe(6)
    expect(seen.tap.finished).toBe(true)
    expect(seen.tap.usage).toEqual({ inputTokens: 3, outputTokens: 2 })
  })
  test('is not finished by [DONE]', () => {
    expect(tap(chunk({ content: 'a' }), '[DONE]').tap.finished).toBe(false)
    expect(tap('[DONE]').tap.finished).toBe(false)
  })
  test('is finished when every choice is', () => {
    const second = JSON.stringify({ choices: [{ index: 1, delta: { content: 'b' }, finish_reason: null }] })
    expect(tap(chunk({ content: 'a' }), second, chunk({}, 'stop')).tap.finished).toBe(false)
  })
  test.each([
    ['an error frame', JSON.stringify({ error: { message: 'gone' } })],
    ['an error inside a chunk', chunk({}, 'stop', { error: { message: 'gone' } })],
    ['the finish reason error', chunk({}, 'error')],
    ['garbage', '{"id":'],
  ])('has the error of %s', (_name, data) => {
    expect(tap(data).sights).toEqual(['error'])
  })
  test('has the error of an event named `error`', () => {
    expect(new ChatStreamTap().push({ event: 'error', data: 'out of order' })).toMatchObject({
      type: 'error',
      error: { message: 'out of order' },
    })
  })
})
