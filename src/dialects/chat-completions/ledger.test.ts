import { LossLedger } from '../../exchange/ledger.js'
import { sealProof } from '../../exchange/proof.js'
import type { WireObject } from '../dialect.js'
import { decodeRequest } from './request/request-decode.js'

/** The losses of a request. Each of the cases was once lost without a ledger entry. */
function losses(wire: WireObject): string[] {
  const ledger = new LossLedger()
  decodeRequest({ model: 'm', messages: [{ role: 'user', content: 'Hi.' }], ...wire }, { ledger })
  return ledger.losses.map(({ at, action }) => `${action} ${at}`)
}

const content = (...parts: object[]): WireObject => ({ messages: [{ role: 'user', content: parts }] })
const assistant = (members: object): WireObject => ({ messages: [{ role: 'assistant', ...members }] })
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
const sealed = sealProof({ dialect: 'messages', kind: 'signature', value: 'c2ln' })

test.each<[string, WireObject, string[]]>([
  ['function_call beside tool_choice', { tool_choice: 'auto', function_call: 'none' }, ['dropped /function_call']],
  [
    'an unknown member of a tool choice',
    { tool_choice: { type: 'function', function: { name: 'a', x: 1 }, y: 2 } },
    ['dropped /tool_choice/y', 'dropped /tool_choice/function/x'],
  ],
  ['an unknown member of the deprecated choice', { function_call: { name: 'a', x: 1 } }, ['dropped /function_call/x']],
  ['an unknown member of an output format', { response_format: { type: 'text', x: 1 } }, ['dropped /response_format/x']],
  [
    "an unknown member of a custom tool's format",
    { tools: [{ type: 'custom', custom: { name: 'a', format: { type: 'text', x: 1 } } }] },
    ['dropped /tools/0/custom/format/x'],
  ],
  [
    'a time to live that the exchange does not have',
    content({ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '24h' } }),
    ['dropped /messages/0/content/0/cache_control/ttl'],
  ],
  [
    'an unknown member of a cache marker',
    content({ type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', x: 1 } }),
    ['dropped /messages/0/content/0/prompt_cache_breakpoint/x'],
  ],
  [
    'both spellings of a cache marker',
    content({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' }, prompt_cache_breakpoint: { mode: 'explicit' } }),
    ['moved /messages/0/content/0/prompt_cache_breakpoint'],
  ],
  [
    'an unknown member of a refusal',
    assistant({ content: [{ type: 'refusal', refusal: 'No.', x: 1 }] }),
    ['dropped /messages/0/content/0/x'],
  ],
  [
    "the end mark of Mistral's thinking",
    assistant({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'a' }], closed: true }] }),
    ['dropped /messages/0/content/0/closed'],
  ],
  [
    "members beside Gemini's signature",
    assistant({ content: 'a', extra_content: { google: { thought: true }, x: 1 } }),
    ['dropped /messages/0/extra_content/x', 'dropped /messages/0/extra_content/google/thought'],
  ],
  [
    "a result with the tool call's name",
    {
      messages: [
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', name: 'look', content: 'a' },
      ],
    },
    ['moved /messages/1/name'],
  ],
  [
    'a result with another name',
    {
      messages: [
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', name: 'other', content: 'a' },
      ],
    },
    ['dropped /messages/1/name'],
  ],
  [
    'the order of sealed reasoning details',
    assistant({ content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'b', signature: sealed, format: 'unknown', index: 0 }] }),
    ['moved /messages/0/reasoning_details/0/index', 'moved /messages/0/reasoning_details/0/format'],
  ],
  [
    'reasoning details with readable text only',
    assistant({ content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'b' }] }),
    ['moved /messages/0/reasoning_details/0'],
  ],
  [
    'reasoning details with another text',
    assistant({ content: 'a', reasoning_content: 'c', reasoning_details: [{ type: 'reasoning.text', text: 'b' }] }),
    ['dropped /messages/0/reasoning_details/0', 'moved /messages/0/reasoning_content'],
  ],
])('%s', (_name, wire, expected) => {
  expect(losses(wire)).toEqual(expected)
})
