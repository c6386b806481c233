import { LossLedger } from '../../../exchange/ledger.js'
import type { WireObject } from '../../dialect.js'
import { relayedRequest } from './relayed-request.js'

const traits = { unsupported: ['service_tier', 'container'] }

test.each<[string, WireObject, unknown, string[]]>([
  ['no member that the provider refuses', { model: 'm', new_member: 1 }, undefined, []],
  ['a member that the provider refuses', { container: 'c' }, { put: {}, leaveOut: ['container'] }, ['/container']],
  [
    'such members with values that have no effect',
    { service_tier: 'auto', container: null },
    { put: {}, leaveOut: ['service_tier', 'container'] },
    [],
  ],
])('%s', (_, wire, change, dropped) => {
  const ledger = new LossLedger()
  expect(relayedRequest(wire, { model: 'up-model', traits }, ledger)).toEqual(change)
  expect(ledger.losses.map(({ at }) => at)).toEqual(dropped)
})

test('a thread is not left out: the provider would miss the turns before it', () => {
  const relay = (thread: unknown): unknown =>
    relayedRequest({ thread }, { model: 'up-model', traits: { unsupported: ['thread'] } }, new LossLedger())
  expect(() => relay({ type: 'continue', previous_message_id: 'msg_1' })).toThrow(/^\/thread: the provider of this model keeps no/)
  expect(relay(null)).toEqual({ put: {}, leaveOut: ['thread'] })
})

test('Anthropic gets all members', () => {
  expect(
    relayedRequest(
      { service_tier: 'auto', container: 'c', thread: { type: 'create' } },
      { model: 'claude-opus-4-5', traits: {} },
      new LossLedger(),
    ),
  ).toBeUndefined()
})

const relayed: [string, string, WireObject, unknown, string[]][] = [
  [
    'a model that accepts one of temperature and top_p',
    'claude-sonnet-4-5',
    { temperature: 0.3, top_p: 0.9 },
    { put: {}, leaveOut: ['top_p'] },
    ['dropped /top_p'],
  ],
  ['only one of them', 'claude-sonnet-4-5', { top_p: 0.9 }, undefined, []],
  [
    'a model without sampling',
    'claude-opus-4-7',
    { temperature: 0, top_p: 0.9, top_k: 3 },
    { put: {}, leaveOut: ['temperature', 'top_p', 'top_k'] },
    ['dropped /temperature', 'dropped /top_p', 'dropped /top_k'],
  ],
  ['default values', 'claude-opus-4-7', { temperature: 1, top_p: null }, undefined, []],
  [
    'a limit over the maximum',
    'claude-haiku-4-5',
    { max_tokens: 65_000 },
    { put: { max_tokens: 64_000 }, leaveOut: [] },
    ['approximated /max_tokens'],
  ],
  [
    'a thinking budget',
    'claude-opus-4-7',
    { thinking: { type: 'enabled', budget_tokens: 4096, display: 'updates' } },
    { put: { thinking: { type: 'adaptive', display: 'updates' }, output_config: { effort: 'medium' } }, leaveOut: [] },
    ['approximated /thinking/budget_tokens'],
  ],
  [
    'thinking that cannot be switched off',
    'claude-opus-5-5',
    { thinking: { type: 'disabled' } },
    { put: { output_config: { effort: 'low' } }, leaveOut: ['thinking'] },
    ['approximated /thinking/type'],
  ],
  ['an unknown model', 'glm-5', { temperature: 0, top_p: 0.9, max_tokens: 999_999 }, undefined, []],
]
test.each(relayed)('%s: %s', (_, model, wire, change, losses) => {
  const ledger = new LossLedger()
  expect(relayedRequest(wire, { model, traits: {} }, ledger)).toEqual(change)
  expect(ledger.losses.map(({ at, action }) => `${action} ${at}`)).toEqual(losses)
})
