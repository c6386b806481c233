import { Link } from '../link.js'
import type { GatewayMessage } from '../messages.js'
import { Recalls } from './recalls.js'

/** A worker that has admissions of these callers, and what it was told. */
function memberWith(callers: readonly string[]) {
  const told: GatewayMessage[] = []
  const link = new Link<GatewayMessage>({ send: (messages) => messages.forEach((message) => told.push(message)) })
  const hasAhead = (callerId: string | undefined): boolean => (callerId === undefined ? callers.length > 0 : callers.includes(callerId))
  return { link, told, hasAhead, isLate: false, heard: () => Promise.resolve() }
}

const recallOfAll: GatewayMessage = { type: 'recall', caller: undefined }
const forget: GatewayMessage = { type: 'forget' }

test('when tokens have changed, all workers forget what they keep, at once, and those that have something ahead give it back', async () => {
  const some = memberWith(['t'])
  const none = memberWith([])
  const recalls = new Recalls([some, none])
  recalls.tokensChanged()
  recalls.tokensChanged()
  expect([some.told, none.told]).toEqual([[recallOfAll, forget], [forget]])
  await Promise.resolve()
  recalls.tokensChanged()
  expect(none.told).toEqual([forget, forget])
})

test.each(['t', undefined])('a recall for want of something makes no worker forget what it keeps: %s', async (callerId) => {
  const some = memberWith(['t'])
  const none = memberWith([])
  const recalls = new Recalls([some, none])
  const asked = recalls.of(callerId)
  expect(recalls.of(callerId)).toBe(asked)
  await asked
  some.link.flush()
  none.link.flush()
  expect([some.told, none.told]).toEqual([[{ type: 'recall', caller: callerId }], []])
  expect(recalls.of('u')).toBeUndefined()
})
