import { jest } from '@jest/globals'
import type { Configuration } from '../../config/configuration.js'
import type { HttpContext } from '../../server/context.js'
import { passOnOthers } from './steps.js'

const work = { leave: jest.fn() }
const link = { settled: () => Promise.resolve() }

async function isAnsweredHere(headers: Readonly<Record<string, string>>): Promise<boolean> {
  const answer = jest.fn(() => Promise.resolve())
  const handled = new Set(['createTranscription'])
  // The step uses these members alone.
  const configuration = { accounting: { bodies: { keep: false } } } as Configuration
  const context = { state: { operation: { operationId: 'createTranscription' } }, req: { headers }, res: {} } as unknown as HttpContext
  const next = jest.fn(() => Promise.resolve())
  await passOnOthers({ answer }, handled, configuration, work, link)(context, next)
  expect(answer.mock.calls.length + next.mock.calls.length).toBe(1)
  return next.mock.calls.length === 1
}

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['JSON', { 'content-type': 'application/json' }, true],
  ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, false],
  ['a form in other letters', { 'content-type': 'Multipart/Form-Data; boundary=x' }, false],
  ['a key for the reply', { 'content-type': 'application/json', 'idempotency-key': '1' }, false],
])('%s: answered here: %s', async (_name, headers, here) => {
  expect(await isAnsweredHere(headers)).toBe(here)
})
