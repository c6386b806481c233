import { jest } from '@jest/globals'
import { Log } from '../../observability/log.js'
import { Trace } from '../../relay/trace/trace.js'
import type { RequestContext } from '../context.js'
import { endRequest } from './end-request.js'

function request(destroyed: boolean) {
  const release = jest.fn()
  const record = { ends: jest.fn(), finish: jest.fn() }
  const res = { destroyed, statusCode: 201, headersSent: true, destroy: jest.fn() }
  // The step uses these members of the context alone.
  const body = { bytes: Buffer.from('{}'), json: {} }
  const context = { state: { id: 'req_1', lease: { release }, record, body }, res } as unknown as RequestContext
  return { context, release, record, res }
}

const lines: string[] = []
const log = new Log({ write: (bytes) => lines.push(bytes.toString()) }, () => 0)
const step = endRequest(log)

test('what a request holds is given back when it has ended, its body too, and it leaves one record', async () => {
  const { context, release, record } = request(false)
  await step(context, () => {
    expect(release).not.toHaveBeenCalled()
    expect(context.state.body).toBeDefined()
    return Promise.resolve()
  })
  expect(release).toHaveBeenCalledTimes(1)
  expect(record.finish.mock.calls).toEqual([[{ outcome: 'ok', status: 201 }]])
  expect(context.state.body).toBeUndefined()
})

test('a trace still has the body after the end', async () => {
  const { context } = request(false)
  context.state.traces = [new Trace({ id: 'req_1', clock: () => 0, startedAt: 0, mostOfBody: 1, mostBytes: 1 })]
  await step(context, () => Promise.resolve())
  expect(context.state.body).toBeDefined()
})

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
])('the same where a step %s: the log has the error', async (_, fail: () => Promise<void>) => {
  const { context, release, record, res } = request(false)
  lines.length = 0
  await step(context, fail)
  log.flush()
  expect([release.mock.calls.length, record.finish.mock.calls.length, res.destroy.mock.calls.length]).toEqual([1, 1, 1])
  expect(record.ends.mock.calls).toEqual([[expect.objectContaining({ outcome: 'truncated', error: 'internal' })]])
  expect(lines.join('')).toMatch(/request failed unexpectedly.*Error: broken/)
})

test('a client that left is the ending of its request', async () => {
  const { context, record } = request(true)
  await step(context, () => Promise.resolve())
  expect(record.finish.mock.calls).toEqual([[{ outcome: 'client_aborted', status: 499 }]])
})
