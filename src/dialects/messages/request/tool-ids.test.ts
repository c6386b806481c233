import { ToolIds } from './tool-ids.js'

describe('ids of calls', () => {
  test('a good id stays', () => {
    const ids = new ToolIds()
    expect([ids.call('call_1-a'), ids.result('call_1-a')]).toEqual(['call_1-a', 'call_1-a'])
  })

  test('another one is rewritten the same way for call and result, and in the next request', () => {
    const first = new ToolIds()
    const second = new ToolIds()
    const id = first.call('functions.read:0')
    expect(id).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect([first.result('functions.read:0'), second.call('functions.read:0')]).toEqual([id, id])
  })

  test('two ids that clean up to the same text stay two', () => {
    const ids = new ToolIds()
    expect(ids.call('read.1')).not.toBe(ids.call('read:1'))
    expect(ids.result('read.1')).not.toBe(ids.result('read:1'))
  })

  test('an id that comes back later gets a number, and results go to the last call', () => {
    const ids = new ToolIds()
    expect([ids.call('a'), ids.result('a'), ids.call('a'), ids.result('a')]).toEqual(['a', 'a', 'a_2', 'a_2'])
  })

  test('no id at all', () => expect(new ToolIds().call('')).toMatch(/^[a-zA-Z0-9_-]+$/))
})
