import { jest } from '@jest/globals'
import { tokenCaller } from '../../access/caller.js'
import { completed } from '../../record/ending.js'
import { RequestRecord } from '../../record/request-record.js'
import { Link } from '../link.js'
import type { Arrival, WorkerMessage } from '../messages.js'
import { GatewayLink } from './gateway-link.js'
import { OpenWork } from './open-work.js'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const caller = tokenCaller({ id: 't', name: 't', owner: 't' }, {})
const client = { address: undefined, userAgent: undefined, requestId: undefined, traceparent: undefined }
const arrival: Arrival = { id: 'r', method: 'POST', path: '/', client, key: 'sk', operationId: 'createChatCompletion' }

/** A worker; `enter`: by an admission that was given ahead, where there is one. */
function worker() {
  const sent: string[] = []
  const clock = (): number => 0
  const channel = { send: (messages: readonly WorkerMessage[]) => messages.forEach(({ type }) => sent.push(type)) }
  const link = new GatewayLink(new Link<WorkerMessage>(channel), clock)
  const work = new OpenWork(link, clock)
  const enter = (number: number): RequestRecord => {
    const record = new RequestRecord({ sinks: [work], running: work, clock, now: clock }, `r${number}`, 'POST', '/', client)
    const dealt = link.hand.take('sk')
    work.begin(record, number, 'sk', dealt === undefined ? undefined : { dealt, arrival })
    return record
  }
  return { sent, link, work, enter }
}

test('a finished request is told at once, except while its caller has admissions that can be recalled', () => {
  const { sent, link, enter } = worker()
  link.hand.begin('sk', caller, { count: 8, money: 0n, quotas: undefined })
  const [first, second] = [enter(1), enter(2)]
  first.finish(completed(200))
  jest.advanceTimersByTime(0)
  expect(sent).toEqual([])
  link.hand.recall('t')
  jest.advanceTimersByTime(0)
  expect(sent).toEqual(['whole', 'return'])
  second.finish(completed(200))
  jest.advanceTimersByTime(0)
  expect(sent.slice(2)).toEqual(['whole'])
})

test('a request is not paid for by another caller who has got its key since it entered', () => {
  const { link, work, enter } = worker()
  link.hand.begin('sk', caller, { count: 1, money: 0n, quotas: undefined })
  const before = enter(1)
  link.hand.recall('t')
  link.hand.begin('sk', tokenCaller({ id: 'u', name: 'u', owner: 'u' }, {}), { count: 1, money: 5n, quotas: undefined })
  const after = enter(2)
  expect([work.pays(before, 1n), work.pays(after, 1n)]).toEqual([false, true])
})
