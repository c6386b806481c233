import { tokenCaller } from '../../access/caller.js'
import { Link } from '../link.js'
import type { Arrival, WorkerMessage } from '../messages.js'
import { GatewayLink, type Orders } from './gateway-link.js'

const caller = tokenCaller({ id: 't', name: 't', owner: 't' }, {})
const client = { address: undefined, userAgent: undefined, requestId: undefined, traceparent: undefined }
const arrival: Arrival = { id: 'r', method: 'POST', path: '/', client, key: 'sk', operationId: 'createChatCompletion' }
const nothing = (): void => undefined
const orders: Orders = {
  configure: nothing,
  forget: nothing,
  keepProof: nothing,
  followBreaker: nothing,
  drain: nothing,
  interrupt: nothing,
}

test('a recall that comes with the answer to a question recalls what the answer has given ahead', async () => {
  const said: WorkerMessage[] = []
  const link = new GatewayLink(new Link<WorkerMessage>({ send: (messages) => messages.forEach((message) => said.push(message)) }), () => 0)
  const entered = link.enter(1, arrival)
  link.take({ type: 'entered', number: 1, admission: { caller, afresh: false, quotas: undefined, ahead: 5, closes: false } }, orders)
  link.take({ type: 'recall', caller: undefined }, orders)
  expect(await entered).toEqual({ caller, quotas: undefined, closes: false })
  expect(link.hand.take('sk')).toBeUndefined()
  link.flush()
  expect(said.slice(1)).toEqual([{ type: 'return', caller: 't', count: 5, money: 0n }])
})

test('what is kept for tokens is forgotten when it is told so, and by no recall', () => {
  const link = new GatewayLink(new Link<WorkerMessage>({ send: nothing }), () => 0)
  let forgotten = 0
  const counting: Orders = { ...orders, forget: () => forgotten++ }
  link.take({ type: 'recall', caller: undefined }, counting)
  link.take({ type: 'recall', caller: 't' }, counting)
  expect(forgotten).toBe(0)
  link.take({ type: 'forget' }, counting)
  expect(forgotten).toBe(1)
})
