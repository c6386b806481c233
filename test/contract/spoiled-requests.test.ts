// Every request that the contract shows, spoiled in every place: what its schema refuses is a 400 that names the place, and nothing is a 5xx.
import { compileOperations } from '../../src/contract/compile.js'
import type { Operation } from '../../src/contract/operation.js'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import type { Program } from '../program.js'
import { documentOf } from './documents.js'
import { startMockedGateway } from './gateway.js'
import { headersOf, sentAs, shownRequests, storeObjects, type StoredIds } from './shown-requests.js'
import { variants } from './variants.js'

const document = documentOf('gateway')
let mock: RunningMock
let gateway: Program
let ids: StoredIds
let operations: readonly Operation[]

beforeAll(async () => {
  mock = await startMock({ document, host: '127.0.0.1', port: 0 })
  gateway = await startMockedGateway(mock.address)
  ids = await storeObjects(gateway.address)
  operations = await compileOperations(document)
}, 180_000)
afterAll(async () => {
  await gateway.stop()
  await mock.stop()
})

/** Of each shown request; those of a long one are spread over it. */
const mostVariants = 20

/** Where a null is one that is left out, the message is about what remains. */
const hasNull = (value: unknown): boolean => JSON.stringify(value).includes('null')

test.each(shownRequests())(
  '$id: $name',
  async ({ id, path, method, value }) => {
    const check = operations.find(({ operationId }) => operationId === id)?.body
    const { url, body } = sentAs({ path, value }, ids)
    const all = [...variants(body)].slice(1)
    const step = Math.max(1, all.length / mostVariants)
    for (let at = 0; at < all.length; at += step) {
      const spoiled = all[Math.floor(at)]
      const reply = await fetch(gateway.address + url, {
        method: method.toUpperCase(),
        headers: headersOf(path),
        body: JSON.stringify(spoiled),
      })
      const text = await reply.text()
      const sent = JSON.stringify(spoiled).slice(0, 1000)
      expect([sent, reply.status < 500 ? 'below 500' : text]).toEqual([sent, 'below 500'])
      const fault = check?.(spoiled)
      if (fault === undefined || hasNull(spoiled)) continue
      expect([sent, reply.status, text.includes(JSON.stringify(fault.pointer).slice(1, -1))]).toEqual([sent, 400, true])
    }
  },
  60_000,
)
