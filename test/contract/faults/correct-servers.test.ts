// Servers without a mistake: the contract test has nothing to say about them.
import { runContractTest, type ContractTestReport } from '../../../src/contract-test/run.js'
import { startMock, type RunningMock } from '../../../src/mock/server.js'
import type { Program } from '../../program.js'
import { documentOf, schemasOf, type DocumentName } from '../documents.js'
import { startMockedGateway, token } from '../gateway.js'
import { CorrectServer } from './correct-server.js'
import { compatibleChat, compatibleMessages } from './recorded-compatible.js'
import { recordedChat, recordedResponses } from './recorded-openai.js'
import { recordedGenerateContent, recordedMessages } from './recorded-others.js'

const schemas = (name: string) => schemasOf(name as DocumentName)
const choose = ([first]: readonly string[]) => first
const alarms = ({ results }: ContractTestReport) =>
  results.flatMap(({ style, name, problems }) => problems.map((problem) => ({ check: `${style}: ${name}`, ...problem })))

describe.each([
  ['answers as recorded from OpenAI, Anthropic and Google', [recordedMessages, recordedChat, recordedResponses, recordedGenerateContent]],
  ['answers as recorded from compatible and local servers', [compatibleMessages, compatibleChat]],
])('%s', (_, styles) => {
  let server: CorrectServer
  beforeAll(async () => {
    server = await CorrectServer.start(styles)
  })
  afterAll(() => {
    server.stop()
  })

  test('have no problem', async () => {
    const report = await runContractTest({ url: server.address, token: 'sk-recorded-token', schemas, choose })
    expect(alarms(report)).toEqual([])
    expect(new Set(report.results.map(({ style }) => style)).size).toBe(styles.length)
  })
})

describe('the mock, and the gateway in front of it', () => {
  let mock: RunningMock
  let gateway: Program
  beforeAll(async () => {
    mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
    gateway = await startMockedGateway(mock.address)
  }, 120_000)
  afterAll(async () => {
    await gateway.stop()
    await mock.stop()
  })

  test('the mock', async () => {
    const report = await runContractTest({ url: mock.address, token: 'sk-any-token', schemas, choose })
    expect([alarms(report), report.absent]).toEqual([[], []])
  }, 120_000)

  test.each(['openai', 'responses', 'anthropic', 'gemini'])(
    'the gateway with the provider %s, in the same style and translating',
    async (provider) => {
      // The mock of the responses style answers with the same count for every prompt.
      const only = (name: string) => provider !== 'responses' || name !== 'the count of tokens'
      const report = await runContractTest({ url: gateway.address, token, model: `m-${provider}`, schemas, choose, only })
      expect(alarms(report)).toEqual([])
    },
    120_000,
  )
})
