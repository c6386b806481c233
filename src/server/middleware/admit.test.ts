import { Admission } from '../../access/admission.js'
import { tokenCaller } from '../../access/caller.js'
import { Quotas } from '../../accounting/quotas.js'
import type { Reply, RequestContext } from '../context.js'
import { admit } from './admit.js'

const caller = tokenCaller({ id: 't', name: 't', owner: 't' }, { max_concurrent: 1, requests_per_minute: 2 })

function request(): { context: RequestContext; headers: Map<string, string>; remaining: () => number | undefined } {
  const headers = new Map<string, string>()
  const res: Pick<Reply, 'setHeader' | 'limits'> = { setHeader: (name, value) => headers.set(name, value) }
  // The step uses these two members of the context alone.
  const context = { state: { caller }, res } as unknown as RequestContext
  return { context, headers, remaining: () => res.limits?.quotas.requests[0]?.left }
}

const running = (inFlight = 10) => {
  const quotas = new Quotas({ clock: () => 0, now: () => 0 })
  const admission = new Admission({ inFlight, memoryBytes: 1_000_000, quotas, clock: () => 0 })
  return { admission, step: admit(admission, { draining: () => false, isValid: () => true, now: () => 0 }) }
}

test('the slot is held from then on', async () => {
  const { admission, step } = running()
  const { context, remaining } = request()
  await step(context, () => {
    expect(admission.inFlight).toBe(1)
    return Promise.resolve()
  })
  expect(remaining()).toBe(1)
  context.state.lease?.release()
  expect(admission.inFlight).toBe(0)
})

test('a refused request takes nothing, and is told of its rate', async () => {
  const { admission, step } = running()
  const lease = admission.enter(caller)
  const { context, remaining } = request()
  expect(() => step(context, () => Promise.resolve())).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'concurrency_limit' }) }),
  )
  expect([admission.inFlight, remaining()]).toEqual([1, 1])
  lease.release()
  expect(admission.inFlight).toBe(0)
})

test('from 80 per cent of the process on, clients are asked to connect anew', async () => {
  const { step } = running(1)
  const { context, headers } = request()
  await step(context, () => Promise.resolve())
  expect(headers.has('connection')).toBe(false)
  const { admission, step: busy } = running(5)
  for (let count = 0; count < 4; count++) admission.enter({ ...caller, id: `other-${count}` })
  await busy(context, () => Promise.resolve())
  expect(headers.get('connection')).toBe('close')
})
