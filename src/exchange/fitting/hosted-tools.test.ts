import { LossLedger } from '../ledger.js'
import type { ConversationRequest, ProviderTool, Tool } from '../request.js'
import { withoutForeignTools } from './hosted-tools.js'

const search = (dialect: ProviderTool['dialect'], offline?: true): ProviderTool => ({
  type: 'provider',
  dialect,
  label: 'web_search',
  value: {},
  webSearch: offline === undefined ? {} : { offline },
  at: `/${dialect}`,
})
const own: Tool = { type: 'function', name: 'read', parameters: {}, at: '/read' }
const asked = (...tools: Tool[]): ConversationRequest => ({
  dialect: 'messages',
  model: 'm',
  stream: false,
  turns: [],
  tools,
  settings: {},
})
const hosted = { dialect: 'messages', searchesWeb: true } as const

function kept(...tools: Tool[]): (readonly string[])[] {
  const ledger = new LossLedger()
  const fitted = withoutForeignTools(asked(...tools), hosted, ledger)
  return [fitted.tools.map(({ at }) => at), ledger.losses.map(({ at }) => at)]
}

test('a web search of another provider stays where the target has one', () => {
  expect(kept(own, search('responses'))).toEqual([['/read', '/responses'], []])
})

test('but not one that must not reach the web', () => {
  expect(kept(own, search('responses', true))).toEqual([['/read'], ['/responses']])
})

test('of several searches the first stays, and those of the target', () => {
  expect(kept(search('responses'), search('generate-content'))).toEqual([['/responses'], ['/generate-content']])
  expect(kept(search('responses'), search('messages'))).toEqual([['/responses', '/messages'], []])
})
