import { readFileSync } from 'node:fs'
import { describeOperations } from '../contract/describe.js'
import { createMessage } from './create-message.js'
import { operationHandlers } from './index.js'
import type { OperationHandlers } from './operation.js'

test('every operation of the contract has a handler, but for those that steps of the server answer', async () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi/dist/gateway.json', import.meta.url), 'utf8'))
  const operations = await describeOperations(document)
  const answeredByStep = /^(?:getHome|headHome|getHealth|getReadiness|getContract\w+|getReference\w+)$/
  const expected = operations.map(({ operationId }) => operationId).filter((id) => !answeredByStep.test(id))
  expect(Object.keys(operationHandlers).sort()).toEqual(expected.sort())
})

test('a missing, a surplus and a wrong handler do not compile', () => {
  const { getModel: _, ...others } = operationHandlers
  // @ts-expect-error -- getModel is missing
  const missing: OperationHandlers = others
  // @ts-expect-error -- the contract has no such operation
  const surplus: OperationHandlers = { ...operationHandlers, createNothing: createMessage }
  // @ts-expect-error -- the contract has another reply
  const wrong: OperationHandlers = { ...operationHandlers, getModel: () => ({ status: 200, body: { object: 'model' } }) }
  // @ts-expect-error -- the operation has no such parameter
  const asking: OperationHandlers = { ...operationHandlers, deleteResponse: (_request, _services, { limit }) => expect(limit).toBeNull() }
  expect([missing, surplus, wrong, asking]).toHaveLength(4)
})
