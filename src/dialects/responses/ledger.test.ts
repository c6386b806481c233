import { LossLedger } from '../../exchange/ledger.js'
import type { WireObject } from '../dialect.js'
import { decodeRequest } from './request/request-decode.js'

/** The losses of a request. Each of the cases was once lost without a ledger entry. */
function losses(wire: WireObject): string[] {
  const ledger = new LossLedger()
  decodeRequest({ model: 'm', input: 'Hi.', ...wire }, { ledger })
  return ledger.losses.map(({ at, action }) => `${action} ${at}`)
}

test.each<[string, WireObject, string[]]>([
  ['a repeated entry of `include`', { include: ['message.output_text.logprobs', 'message.output_text.logprobs'] }, ['moved /include/1']],
  ['an unknown member of the stream options', { stream_options: { x: 1 } }, ['dropped /stream_options/x']],
  [
    'an unknown member of a summary',
    { input: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'a', x: 1 }] }] },
    ['dropped /input/0/summary/0/x'],
  ],
  [
    'an unknown member of a cache marker',
    { input: [{ role: 'user', content: [{ type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', x: 1 } }] }] },
    ['dropped /input/0/content/0/prompt_cache_breakpoint/x'],
  ],
  [
    'tools added by an item',
    { input: [{ type: 'additional_tools', id: 'at_1', role: 'developer', tools: [] }] },
    ['moved /input/0/id', 'moved /input/0/role'],
  ],
  [
    'the lifetime of a cache marker',
    { input: [{ role: 'user', content: [{ type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } }] }] },
    ['dropped /input/0/content/0/prompt_cache_breakpoint/ttl'],
  ],
  [
    'settings that an item changes',
    {
      reasoning: { effort: 'low' },
      input: [
        { type: 'configuration_update', id: 'cu_1', reasoning: { effort: 'medium', x: 1 } },
        { type: 'configuration_update', reasoning: { effort: 'high' } },
      ],
    },
    ['moved /input/0/id', 'dropped /input/0/reasoning/x', 'moved /reasoning/effort', 'moved /input/0/reasoning/effort'],
  ],
])('%s', (_name, wire, expected) => {
  expect(losses(wire)).toEqual(expected)
})
