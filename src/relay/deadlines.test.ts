import { jest } from '@jest/globals'
import { Deadlines, type Deadline } from './deadlines.js'

const deadline = (name: string, dueAt: number, seen: string[], deadlines?: Deadlines): Deadline => {
  const self: Deadline = {
    dueAt,
    onDue: () => {
      seen.push(name)
      self.dueAt = Infinity
      deadlines?.remove(self)
    },
    interrupt: () => seen.push(`${name} interrupted`),
  }
  return self
}

describe('deadlines', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }))
  afterEach(() => jest.useRealTimers())

  test('a due deadline is checked once; a removed one is not', () => {
    const seen: string[] = []
    const deadlines = new Deadlines(10)
    const [first, second, third] = [
      deadline('first', 30, seen, deadlines),
      deadline('second', 30, seen, deadlines),
      deadline('third', 50, seen, deadlines),
    ]
    for (const each of [first, second, third]) deadlines.add(each)
    deadlines.remove(second)
    deadlines.remove(second)
    jest.advanceTimersByTime(40)
    expect(seen).toEqual(['first'])
    jest.advanceTimersByTime(40)
    expect(seen).toEqual(['first', 'third'])
    jest.advanceTimersByTime(100)
    expect(jest.getTimerCount()).toBe(0)
    deadlines.add(second)
    jest.advanceTimersByTime(40)
    expect(seen).toEqual(['first', 'third', 'second'])
  })

  test('one that is added twice is checked once; one that was moved in the list can be removed too', () => {
    const seen: string[] = []
    const deadlines = new Deadlines(10)
    const [first, second, third, fourth] = [
      deadline('first', 30, seen),
      deadline('second', 30, seen),
      deadline('third', 30, seen, deadlines),
      deadline('fourth', 30, seen),
    ]
    for (const each of [first, second, third, fourth, third]) deadlines.add(each)
    // The last takes the place of the first.
    deadlines.remove(first)
    deadlines.remove(fourth)
    deadlines.remove(second)
    jest.advanceTimersByTime(40)
    expect(seen).toEqual(['third'])
  })

  test('one is checked in the tick of its time', () => {
    const seen: string[] = []
    const deadlines = new Deadlines(10)
    deadlines.add(deadline('exact', 30, seen))
    jest.advanceTimersByTime(29)
    expect(seen).toEqual([])
    jest.advanceTimersByTime(1)
    expect(seen).toEqual(['exact'])
  })

  test('interruptAll interrupts all of them', () => {
    const seen: string[] = []
    const deadlines = new Deadlines(10)
    deadlines.add(deadline('one', Infinity, seen))
    deadlines.add(deadline('two', Infinity, seen))
    deadlines.interruptAll({ kind: 'shutting_down', message: '' })
    expect(seen).toEqual(['one interrupted', 'two interrupted'])
  })
})
