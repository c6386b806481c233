import { ToolIds } from './tool-ids.js'

describe('ids of tool calls', () => {
  test('a valid id is unchanged', () => {
    const ids = new ToolIds()
    expect([ids.call('call_1-a'), ids.result('call_1-a')]).toEqual(['call_1-a', 'call_1-a'])
  })

  test('an invalid id is replaced by the same text in call and result, and in the next request', () => {
    const first = new ToolIds()
    const second = new ToolIds()
    const id = first.call('functions.read:0')
    expect(id).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect([first.result('functions.read:0'), second.call('functions.read:0')]).toEqual([id, id])
  })

  test('two invalid ids with the same valid characters stay different', () => {
    const ids = new ToolIds()
    expect(ids.call('read.1')).not.toBe(ids.call('read:1'))
    expect(ids.result('read.1')).not.toBe(ids.result('read:1'))
  })

  test('a repeated id gets a number, and a result belongs to the last call', () => {
    const ids = new ToolIds()
    expect([ids.call('a'), ids.result('a'), ids.call('a'), ids.result('a')]).toEqual(['a', 'a', 'a_2', 'a_2'])
  })

  test('an empty id is replaced', () => expect(new ToolIds().call('')).toMatch(/^[a-zA-Z0-9_-]+$/))
})
