import { LossLedger } from '../../../exchange/ledger.js'
import type { WireObject } from '../../dialect.js'
import { relayedRequest } from './relayed-request.js'

const traits = { unsupported: ['service_tier', 'container'] }

test.each<[string, WireObject, unknown, string[]]>([
  ['nothing to leave out', { model: 'm', new_member: 1 }, undefined, []],
  ['a member that the provider refuses', { container: 'c' }, { put: {}, leaveOut: ['container'] }, ['/container']],
  ['one that asks for nothing', { service_tier: 'auto', container: null }, { put: {}, leaveOut: ['service_tier', 'container'] }, []],
])('%s', (_, wire, change, dropped) => {
  const ledger = new LossLedger()
  expect(relayedRequest(wire, traits, ledger)).toEqual(change)
  expect(ledger.losses.map(({ at }) => at)).toEqual(dropped)
})

test("Anthropic's own gets everything", () => {
  expect(relayedRequest({ service_tier: 'auto', container: 'c' }, {}, new LossLedger())).toBeUndefined()
})
