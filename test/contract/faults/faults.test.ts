// Servers that make one mistake each: the contract test finds every one of them, and nothing on servers that make none.
import { groups } from '../../../src/contract-test/groups.js'
import { runContractTest, type ContractTestReport } from '../../../src/contract-test/run.js'
import { startMock, type RunningMock } from '../../../src/mock/server.js'
import { documentOf, schemasOf, type DocumentName } from '../documents.js'
import { chatCompletionsFaults } from './faults-chat-completions.js'
import { generateContentCountFaults, generateContentFaults, modelFaults } from './faults-generate-content.js'
import { mediaFaults } from './faults-media.js'
import { messagesCountFaults, messagesFaults } from './faults-messages.js'
import { responsesFaults } from './faults-responses.js'
import { storedResponseFaults } from './faults-stored-responses.js'
import { FaultyRealtime, realtimeFaults } from './faulty-realtime.js'
import { FaultyServer, type Fault } from './faulty-server.js'

const token = 'sk-contract-secret'
const schemas = (name: string) => schemasOf(name as DocumentName)

let mock: RunningMock
let server: FaultyServer
let realtime: FaultyRealtime

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
  server = await FaultyServer.start(mock.address)
  realtime = await FaultyRealtime.start(mock.address)
}, 180_000)

afterAll(async () => {
  server.stop()
  realtime.stop()
  await mock.stop()
})

const run = (url: string, style: string, timeoutMs = 20_000): Promise<ContractTestReport> =>
  runContractTest({ url, token, model: 'fast', style, schemas, choose: ([first]) => first, timeoutMs })

const failed = ({ results }: ContractTestReport) => results.filter(({ problems }) => problems.length > 0)

/** The faults by the style or endpoint whose checks find them. */
const faults: Readonly<Record<string, readonly Fault[]>> = {
  'chat-completions': [...chatCompletionsFaults, ...(modelFaults['chat-completions'] ?? [])],
  messages: [...messagesFaults, ...messagesCountFaults, ...(modelFaults['messages'] ?? [])],
  responses: responsesFaults,
  'generate-content': [...generateContentFaults, ...generateContentCountFaults, ...(modelFaults['generate-content'] ?? [])],
  'stored-responses': storedResponseFaults,
  ...mediaFaults,
}

test('there are faults for everything that is tested', () => {
  expect(Object.keys(faults).concat('realtime').toSorted()).toEqual(groups.map(({ name }) => name).toSorted())
})

test('none of them is lost unnoticed', () => {
  expect(Object.values(faults).flat().length + realtimeFaults.length).toBeGreaterThan(400)
})

describe.each(Object.keys(faults))('%s', (style) => {
  beforeAll(async () => {
    server.plant(undefined)
    expect(failed(await run(server.address, style))).toEqual([])
  }, 30_000)

  test.each((faults[style] ?? []).map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
    server.plant(fault)
    const report = await run(server.address, style)
    expect(server.planted).toBeGreaterThan(0)
    expect(failed(report)).not.toEqual([])
  })
})

describe('realtime', () => {
  test('no problem without a fault', async () => {
    realtime.plant(undefined)
    expect(failed(await run(realtime.address, 'realtime'))).toEqual([])
  })

  test.each(realtimeFaults.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
    realtime.plant(fault)
    expect(failed(await run(realtime.address, 'realtime', 300))).not.toEqual([])
  })
})
